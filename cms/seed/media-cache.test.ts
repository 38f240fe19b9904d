import { readFile, rename, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { openMediaCache } from './media-cache.ts'

let folder: string
let picture: string
let file: string
let lines: string[]

beforeEach(async () => {
  folder = await createTestFolder()
  picture = join(folder, 'a.jpg')
  file = join(folder, 'cache/media')
  lines = []
  await writeFile(picture, 'first')
  advanceClock(10_000)
})
afterEach(() => vi.useRealTimers())

/** Advances the clock, which makes a file older: its ctime cannot be set. */
const advanceClock = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })

const open = (version = '1') => openMediaCache({ file, version, log: (line) => lines.push(line) })

/** Returns the value of the picture in a new run, and how often the file was read. */
async function run(version?: string) {
  const cache = await open(version)
  const read = vi.fn(() => readFile(picture, 'utf8'))
  const value = await cache.getOrComputeForFile(picture, 'content', read)
  await cache.save()
  return { value, reads: read.mock.calls.length }
}

/** Returns another value of the picture in a new run: the cached one, or the color. */
async function runColor(color: string) {
  const cache = await open()
  const value = await cache.getOrComputeForFile(picture, 'color', async () => color)
  await cache.save()
  return value
}

test('computes each value of an unchanged file once', async () => {
  expect(await run()).toEqual({ value: 'first', reads: 1 })
  expect(await runColor('red')).toBe('red')
  expect(await run()).toEqual({ value: 'first', reads: 0 })
  expect(await runColor('blue')).toBe('red')
  expect(lines).toEqual([])
})

const CHANGES: Readonly<Record<string, () => Promise<void>>> = {
  'of the content': () => writeFile(picture, 'changed'),
  'to content of the same size and time': async () => {
    const { atime, mtime } = await stat(picture)
    await writeFile(picture, 'other')
    await utimes(picture, atime, mtime)
  },
  'to another file of the same size and time': async () => {
    const { atime, mtime } = await stat(picture)
    await writeFile(`${picture}.new`, 'other')
    await utimes(`${picture}.new`, atime, mtime)
    await rename(`${picture}.new`, picture)
  },
  'after the clock was set back': async () => {
    vi.setSystemTime(0)
    await writeFile(picture, 'other')
    await utimes(picture, 0, 0)
  },
}

test.each(Object.entries(CHANGES))('detects a change %s', async (_, change) => {
  await run()
  await runColor('red')
  await change()
  const content = await readFile(picture, 'utf8')
  expect(content).not.toBe('first')
  expect(await run()).toEqual({ value: content, reads: 1 })
  expect(await runColor('blue')).toBe('blue')
})

test('does not cache a file just after it was modified: a second change could leave the same timestamps', async () => {
  vi.useRealTimers()
  await writeFile(picture, 'second')
  for (const reads of [1, 1]) expect(await run()).toEqual({ value: 'second', reads })
  advanceClock(10_000)
  for (const reads of [1, 0]) expect(await run()).toEqual({ value: 'second', reads })
})

test('computes a file again that has changed while it was read', async () => {
  const cache = await open()
  const read = async () => {
    const content = await readFile(picture, 'utf8')
    await writeFile(picture, 'complete')
    return content
  }
  expect(await cache.getOrComputeForFile(picture, 'content', read)).toBe('first')
  expect(await cache.getOrComputeForFile(picture, 'content', read)).toBe('complete')
})

test('does not cache errors', async () => {
  const cache = await open()
  const broken = () => Promise.reject(new Error('premature end'))
  await expect(cache.getOrComputeForFile(picture, 'content', broken)).rejects.toThrow('premature end')
  await expect(cache.getOrComputeForFile(picture, 'content', broken)).rejects.toThrow('premature end')
})

test('ignores and replaces a cache file that is cut off, and one of another version', async () => {
  await run()
  const valid = await readFile(file, 'utf8')
  await writeFile(file, valid.slice(0, -10))
  expect(await run()).toEqual({ value: 'first', reads: 1 })
  expect(await readFile(file, 'utf8')).toBe(valid)
  expect(await run('2')).toEqual({ value: 'first', reads: 1 })
  expect(await run('2')).toEqual({ value: 'first', reads: 0 })
  expect(lines).toEqual([])
})

test('the version of a cache file is that of its format and of sharp', async () => {
  const cache = await openMediaCache({ file, log: (line) => lines.push(line) })
  await cache.getOrComputeForFile(picture, 'color', async () => 'red')
  await cache.save()
  expect(await readFile(file, 'utf8')).toMatch(
    /^\{"version":"format \d+, sharp \d+\.\d+\.\d+[^"]*","entries":\{".+"red"/,
  )
})

test('works without a writable file and logs one line', async () => {
  await writeFile(join(folder, 'cache'), 'a file in place of the folder')
  const cache = await open()
  expect(await cache.getOrComputeForFile(picture, 'content', () => readFile(picture, 'utf8'))).toBe('first')
  await cache.save()
  await cache.save()
  expect(lines).toEqual([
    expect.stringMatching(
      /^\/\S+\/cache\/media cannot be written \((EEXIST|ENOTDIR)\), so the next command reads all pictures again: make the folder writable, or free disk space$/,
    ),
  ])
})
