import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findRunningLocalContentful } from '#cms/sync/contentful/find-running-local-contentful.ts'
import { startLocalContentfulProcess } from './local-contentful.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-cms-'))
})
afterEach(() => rm(folder, { recursive: true }))

const addressFile = () => join(folder, 'address.json')

test('runs in a process of its own, which its folder names while it runs', async () => {
  const { url, pid, stop } = await startLocalContentfulProcess({ folder, port: 0 })
  expect(JSON.parse(await readFile(addressFile(), 'utf8'))).toEqual({ url, pid })
  expect(await findRunningLocalContentful(folder)).toBe(url)
  await stop()
  await expect(fetch(url)).rejects.toThrow()
  expect(existsSync(addressFile())).toBe(false)
})

test('is said to be lost when somebody else ends it, not when it is stopped', async () => {
  const onUnexpectedExit = vi.fn()
  const stopped = await startLocalContentfulProcess({ folder, port: 0, onUnexpectedExit })
  await stopped.stop()
  expect(onUnexpectedExit).not.toHaveBeenCalled()
  const lost = await startLocalContentfulProcess({ folder, port: 0, onUnexpectedExit })
  process.kill(lost.pid, 'SIGKILL')
  await expect.poll(() => onUnexpectedExit.mock.calls.length).toBe(1)
  await lost.stop()
})

test('that cannot start says so', async () => {
  const { url, stop } = await startLocalContentfulProcess({ folder, port: 0 })
  const second = startLocalContentfulProcess({ folder, port: Number(new URL(url).port) })
  await expect(second).rejects.toThrow('The local Contentful could not be started')
  await stop()
})

test('ends with the process that started it, even when that is killed', async () => {
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
        () => 'lives',
        () => 'ended',
      ),
    )
    .toBe('ended')
  await expect.poll(() => existsSync(addressFile())).toBe(false)
})
