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

test('runs in its own process and writes its address to its folder', async () => {
  const { url, pid, stop } = await start()
  const addressFile = join(folder, 'address.json')
  expect(JSON.parse(await readFile(addressFile, 'utf8'))).toEqual({ url, pid })
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' })
  await stop()
  await expect(fetch(url)).rejects.toThrow()
  expect(existsSync(addressFile)).toBe(false)
})

test('rejects when the backend cannot start', () =>
  expect(start({ SMTP_URL: 'mail.example' })).rejects.toThrow('The backend could not be started'))
