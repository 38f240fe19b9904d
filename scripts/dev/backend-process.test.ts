import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startServerProcess } from '#server/processes/server-process.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backend-process-'))
})
afterEach(() => rm(folder, { recursive: true }))

const start = (env: Readonly<Record<string, string>> = {}) =>
  startServerProcess({
    name: 'backend',
    module: new URL('backend-process.ts', import.meta.url),
    env: { BACKEND_FOLDER: folder, BACKEND_PORT: '0', DATABASE_URL: '', SMTP_URL: '', LOG_LEVEL: 'warn', ...env },
  })

test('runs in a process of its own, which its folder names while it runs', async () => {
  const { url, pid, stop } = await start()
  const note = join(folder, 'address.json')
  expect(JSON.parse(await readFile(note, 'utf8'))).toEqual({ url, pid })
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' })
  await stop()
  await expect(fetch(url)).rejects.toThrow()
  expect(existsSync(note)).toBe(false)
})

test('that cannot start says so', () =>
  expect(start({ SMTP_URL: 'mail.example' })).rejects.toThrow('The backend could not be started'))
