import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { writeStateMeta } from 'contentful-local'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findRunningLocalContentful } from '#cms/sync/contentful/command-target.ts'
import { hashContentModel, setAsideUnusableState, startLocalContentfulProcess } from './local-contentful.ts'

describe('startLocalContentfulProcess', () => {
  let folder: string

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'local-cms-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const addressFile = () => join(folder, 'address.json')

  test('runs in its own process and writes its address to its folder', async () => {
    const { url, stop } = await startLocalContentfulProcess({ folder, port: 0 })
    expect(JSON.parse(await readFile(addressFile(), 'utf8'))).toEqual({ url, pid: expect.any(Number) })
    expect(await findRunningLocalContentful(folder)).toBe(url)
    await stop()
    await expect(fetch(url)).rejects.toThrow()
    expect(existsSync(addressFile())).toBe(false)
  })

  test('reports an unexpected exit, but not a stop', async () => {
    const onUnexpectedExit = vi.fn()
    const stopped = await startLocalContentfulProcess({ folder, port: 0, onUnexpectedExit })
    await stopped.stop()
    expect(onUnexpectedExit).not.toHaveBeenCalled()
    const lost = await startLocalContentfulProcess({ folder, port: 0, onUnexpectedExit })
    process.kill(JSON.parse(await readFile(addressFile(), 'utf8')).pid, 'SIGKILL')
    await expect.poll(() => onUnexpectedExit.mock.calls.length).toBe(1)
    await lost.stop()
  })

  test('rejects when the local Contentful cannot start', async () => {
    const { url, stop } = await startLocalContentfulProcess({ folder, port: 0 })
    const second = startLocalContentfulProcess({ folder, port: Number(new URL(url).port) })
    await expect(second).rejects.toThrow('The local Contentful could not be started')
    await stop()
  })

  test('ends with its parent process, even when that is killed', async () => {
    const script = `
    const { startLocalContentfulProcess } = await import('#scripts/dev/local-contentful.ts')
    console.log((await startLocalContentfulProcess({ folder: ${JSON.stringify(folder)}, port: 0 })).url)`
    const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [line]: unknown[] = await once(parent.stdout, 'data')
    parent.kill('SIGKILL')
    await expect
      .poll(() =>
        fetch(String(line).trim()).then(
          () => 'running',
          () => 'ended',
        ),
      )
      .toBe('ended')
    await expect.poll(() => existsSync(addressFile())).toBe(false)
  })
})

describe('setAsideUnusableState', () => {
  let parent: string
  let folder: string

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'state-'))
    folder = join(parent, '.contentful')
  })
  afterEach(() => rm(parent, { recursive: true }))

  async function expectSetAside(line: string | undefined) {
    const names = await readdir(parent)
    expect(names).toEqual([expect.stringMatching(/^\.contentful-set-aside-\d+$/)])
    expect(line).toContain(`It is moved to ${join(parent, names[0] ?? '')}`)
  }

  test('accepts a missing folder', () => expect(setAsideUnusableState(folder)).toBeUndefined())

  test('accepts the state of this model and a state without a recorded model', () => {
    writeStateMeta(folder, 'seed', 'any')
    expect(setAsideUnusableState(folder)).toBeUndefined()
    writeStateMeta(folder, 'model', hashContentModel())
    expect(setAsideUnusableState(folder)).toBeUndefined()
    expect(existsSync(folder)).toBe(true)
  })

  test('moves the state of another model away', async () => {
    writeStateMeta(folder, 'model', 'of last year')
    const line = setAsideUnusableState(folder)
    expect(line).toContain(`${basename(folder)} holds content of another model`)
    await expectSetAside(line)
  })

  test('moves a damaged state away', async () => {
    writeStateMeta(folder, 'model', hashContentModel())
    await writeFile(
      join(folder, 'contentful.sqlite'),
      'This file is not an SQLite database, although it is long enough.',
    )
    await expectSetAside(setAsideUnusableState(folder))
  })

  test('moves a file with the name of the folder away', async () => {
    await writeFile(folder, '')
    await expectSetAside(setAsideUnusableState(folder))
  })
})
