import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FileChangedError, openMediaCache } from './media-cache.ts'

let folder: string
let picture: string
let file: string
let lines: string[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-cache-'))
  picture = join(folder, 'a.jpg')
  file = join(folder, 'cache/media')
  lines = []
  await writeFile(picture, 'first')
  advanceClock(10_000)
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

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

test('reads an unchanged file once', async () => {
  expect(await run()).toEqual({ value: 'first', reads: 1 })
  expect(await run()).toEqual({ value: 'first', reads: 0 })
  expect(lines).toEqual([])
})

test('computes each value of a file once', async () => {
  const cache = await open()
  expect(await cache.getOrComputeForFile(picture, 'format', async () => 'jpeg')).toBe('jpeg')
  expect(await cache.getOrComputeForFile(picture, 'color', async () => 'red')).toBe('red')
  await cache.save()
  const reopened = await open()
  const unexpected = () => Promise.reject(new Error('computed again'))
  expect(await reopened.getOrComputeForFile(picture, 'format', unexpected)).toBe('jpeg')
  expect(await reopened.getOrComputeForFile(picture, 'color', unexpected)).toBe('red')
})

test('computes the value of a key once', async () => {
  const cache = await open()
  expect(await cache.getOrComputeForKey('/a/1234.jpg', async () => 'looks')).toBe('looks')
  await cache.save()
  expect(await (await open()).getOrComputeForKey('/a/1234.jpg', async () => 'others')).toBe('looks')
  expect(await (await open()).getOrComputeForKey('/a/5678.jpg', async () => 'others')).toBe('others')
})

describe('detects a change', () => {
  const changes: Readonly<Record<string, () => Promise<void>>> = {
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
  test.each(Object.entries(changes))('%s', async (_, change) => {
    await run()
    await change()
    const content = await readFile(picture, 'utf8')
    expect(content).not.toBe('first')
    expect(await run()).toEqual({ value: content, reads: 1 })
  })
})

describe('does not cache a file', () => {
  test('just after it was modified: a second change could leave the same timestamps', async () => {
    vi.useRealTimers()
    await writeFile(picture, 'second')
    expect(await run()).toEqual({ value: 'second', reads: 1 })
    expect(await run()).toEqual({ value: 'second', reads: 1 })
    advanceClock(10_000)
    expect(await run()).toEqual({ value: 'second', reads: 1 })
    expect(await run()).toEqual({ value: 'second', reads: 0 })
  })

  test('while its time is in the future', async () => {
    vi.setSystemTime(0)
    expect(await run()).toEqual({ value: 'first', reads: 1 })
    expect(await run()).toEqual({ value: 'first', reads: 1 })
  })

  test('that does not exist', async () => {
    const cache = await open()
    await expect(cache.getOrComputeForFile(join(folder, 'none.jpg'), 'content', async () => 'missing')).resolves.toBe(
      'missing',
    )
    await cache.save()
    expect(await readdir(folder)).toEqual(['a.jpg'])
  })
})

describe('a file that changes while it is read', () => {
  async function readWhileModified(times: number) {
    let reads = 0
    const value = (await open()).getOrComputeForFile(picture, 'content', async () => {
      const content = await readFile(picture, 'utf8')
      reads += 1
      if (reads <= times) await writeFile(picture, `change ${reads}`)
      return content
    })
    return value
  }

  test('is read again', async () => {
    expect(await readWhileModified(2)).toBe('change 2')
  })

  test('is read again after a failed computation', async () => {
    const cache = await open()
    let reads = 0
    const value = cache.getOrComputeForFile(picture, 'content', async () => {
      reads += 1
      if (reads > 1) return readFile(picture, 'utf8')
      await writeFile(picture, 'complete')
      throw new Error('premature end')
    })
    expect(await value).toBe('complete')
  })

  test('throws when it changes every time', async () => {
    await expect(readWhileModified(3)).rejects.toThrow(FileChangedError)
    await writeFile(picture, 'first')
    await expect(readWhileModified(3)).rejects.toThrow(
      `${picture} changes while it is read: run the command again when it is saved`,
    )
  })
})

test('does not cache errors', async () => {
  const cache = await open()
  const broken = () => Promise.reject(new Error('premature end'))
  await expect(cache.getOrComputeForFile(picture, 'content', broken)).rejects.toThrow('premature end')
  await expect(cache.getOrComputeForFile(picture, 'content', broken)).rejects.toThrow('premature end')
})

describe('a cache file is ignored and replaced when it is', () => {
  const damages: Readonly<Record<string, (content: string) => string>> = {
    empty: () => '',
    'cut off': (content) => content.slice(0, -10),
    'cut off in its first line': (content) => content.slice(0, 10),
    'changed in one place': (content) => content.replace('first', 'fjrst'),
    'of another format': () => '{}\n',
  }
  test.each(Object.entries(damages))('%s', async (_, damage) => {
    await run()
    const valid = await readFile(file, 'utf8')
    await writeFile(file, damage(valid))
    expect(await run()).toEqual({ value: 'first', reads: 1 })
    expect(await readFile(file, 'utf8')).toBe(valid)
    expect(await run()).toEqual({ value: 'first', reads: 0 })
    expect(lines).toEqual([])
  })

  test('of another version', async () => {
    await run('1')
    expect(await run('2')).toEqual({ value: 'first', reads: 1 })
    expect(await run('2')).toEqual({ value: 'first', reads: 0 })
  })
})

test('works without a writable file and logs one line', async () => {
  await writeFile(join(folder, 'cache'), 'a file in place of the folder')
  const cache = await open()
  expect(await cache.getOrComputeForFile(picture, 'content', () => readFile(picture, 'utf8'))).toBe('first')
  await cache.save()
  expect(await cache.getOrComputeForKey('key', async () => 'value')).toBe('value')
  await cache.save()
  expect(lines).toEqual([
    expect.stringMatching(
      /^\/\S+\/cache\/media cannot be written \((EEXIST|ENOTDIR)\), so the next command reads all pictures again: make the folder writable, or free disk space$/,
    ),
  ])
})

test('leaves a valid cache file after simultaneous runs', async () => {
  const caches = await Promise.all(Array.from({ length: 10 }, () => open()))
  await Promise.all(
    caches.map(async (cache, index) => {
      for (let key = 0; key < 200; key += 1)
        await cache.getOrComputeForKey(`${key}`, async () => `${index}`.repeat(1_000))
      await cache.save()
    }),
  )
  const reopened = await open()
  const values = await Promise.all(
    Array.from({ length: 200 }, (_, key) => reopened.getOrComputeForKey(`${key}`, async () => 'none')),
  )
  expect(values[0]).toMatch(/^\d{1000}$/)
  expect(new Set(values).size).toBe(1)
  expect(await readdir(join(folder, 'cache'))).toEqual(['media'])
})

test('drops the least recently used of more than 20,000 entries', async () => {
  await mkdir(join(folder, 'cache'))
  const cache = await open()
  for (let key = 0; key < 20_000; key += 1) await cache.getOrComputeForKey(`${key}`, async () => 'old')
  await cache.getOrComputeForKey('0', async () => 'used')
  await cache.getOrComputeForKey('20000', async () => 'old')
  await cache.save()
  const reopened = await open()
  expect(await reopened.getOrComputeForKey('0', async () => 'new')).toBe('old')
  expect(await reopened.getOrComputeForKey('1', async () => 'new')).toBe('new')
  expect(await reopened.getOrComputeForKey('20000', async () => 'new')).toBe('old')
})
