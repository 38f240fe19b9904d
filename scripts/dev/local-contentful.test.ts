import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeStateMeta } from 'contentful-local'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findRunningLocalContentful } from '#cms/sync/contentful/command-target.ts'
import { setDamagedStateAside, startLocalContentfulProcess } from './local-contentful.ts'

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

describe('setDamagedStateAside', () => {
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
    expect(line).toContain(`It is set aside, and a new one is created. Set aside: ${join(parent, names[0] ?? '')}.`)
  }

  test('keeps a missing folder and a readable state', () => {
    expect(setDamagedStateAside(folder)).toBeUndefined()
    writeStateMeta(folder, 'seed', 'any')
    expect(setDamagedStateAside(folder)).toBeUndefined()
    expect(existsSync(folder)).toBe(true)
  })

  test('sets a damaged state aside', async () => {
    writeStateMeta(folder, 'seed', 'any')
    await writeFile(
      join(folder, 'contentful.sqlite'),
      'This file is not an SQLite database, although it is long enough.',
    )
    await expectSetAside(setDamagedStateAside(folder))
  })

  test('sets a file with the name of the folder aside', async () => {
    await writeFile(folder, '')
    await expectSetAside(setDamagedStateAside(folder))
  })

  test('keeps three folders that were set aside, and names those that it deletes', async () => {
    const old = [1, 2, 3, 4].map((number) => `${folder}-set-aside-2026010100000000${number}`)
    for (const path of old) await writeFile(path, '')
    await writeFile(folder, '')
    const line = setDamagedStateAside(folder)
    expect(line).toContain(`Deleted: ${old.slice(0, 2).join(', ')}.`)
    expect(await readdir(parent)).toHaveLength(3)
  })
})
