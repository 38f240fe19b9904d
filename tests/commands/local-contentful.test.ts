import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findRunningLocalContentful } from '#cms/sync/contentful/command-target.ts'
import { setStateFolderAside } from '#cms/sync/contentful/start-contentful-in-process.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { startLocalContentfulProcess } from '#scripts/dev/local-contentful.ts'

let folder: string

beforeEach(async () => {
  folder = join(await createTestFolder(), '.contentful')
})

const addressFile = () => join(folder, 'address.json')

test('runs in its own process, writes its address to its folder, and reports an unexpected exit, but no stop', async () => {
  const onUnexpectedExit = vi.fn()
  const { url, stop } = await startLocalContentfulProcess({ folder, port: 0, onUnexpectedExit })
  expect(JSON.parse(await readFile(addressFile(), 'utf8'))).toEqual({ url, pid: expect.any(Number) })
  expect(await findRunningLocalContentful(folder)).toBe(url)
  await stop()
  await expect(fetch(url)).rejects.toThrow()
  expect(existsSync(addressFile())).toBe(false)
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
  await startLocalContentfulProcess({ folder: ${JSON.stringify(folder)}, port: 0 })
  console.log('started')`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void parent.kill('SIGKILL'))
  await once(parent.stdout, 'data')
  const url = await findRunningLocalContentful(folder)
  parent.kill('SIGKILL')
  expect(url).toMatch(/^http:/)
  await expect.poll(() => existsSync(addressFile())).toBe(false)
})

test('a damaged state is set aside, of which three are kept', async () => {
  const old = [1, 2, 3].map((number) => `${folder}-set-aside-2026010100000000${number}`)
  for (const path of [folder, ...old]) await writeFile(path, '')
  const line = setStateFolderAside(folder)
  const kept = old.slice(1).map((path) => basename(path))
  expect((await readdir(dirname(folder))).toSorted()).toEqual([...kept, expect.stringContaining('-set-aside-')])
  expect(line).toContain('It is set aside, and a new one is created. Set aside: ')
  expect(line).toContain(`Deleted: ${old[0]}.`)
})
