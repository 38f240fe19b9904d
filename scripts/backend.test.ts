import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { commandEnv } from '#tests/setup/command-env.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backend-command-'))
})
afterEach(() => rm(folder, { recursive: true }))

function command(env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, ['scripts/backend.ts'], {
    env: commandEnv({ BACKEND_FOLDER: folder, BACKEND_PORT: '0', LOG_LEVEL: 'warn', ...env }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const output = Promise.all([child.stdout, child.stderr].map((stream) => (stream ? text(stream) : '')))
  const end = once(child, 'exit').then(async ([code]) => ({ code, output: await output }))
  return { child, end }
}

test('says where it listens, keeps messages and sends mails, and ends when it is asked to', async () => {
  const { child, end } = command()
  const [{ url }] = await once(child, 'message')
  child.kill('SIGTERM')
  expect(await end).toEqual({
    code: 0,
    output: [
      `The backend listens at ${url}\nMessages are kept in ${folder}/backend.sqlite\nMails are written to ${folder}/outbox (SMTP_URL is not set)\n`,
      '',
    ],
  })
})

test('ends when who started it is gone', async () => {
  const { child, end } = command()
  await once(child, 'message')
  child.disconnect()
  expect(await end).toMatchObject({ code: 0 })
})

test('a wrong setting is a line, not a stack', async () => {
  const { code, output } = await command({ BACKEND_PORT: 'no', SMTP_URL: 'mail.example' }).end
  expect({ code, output }).toEqual({
    code: 1,
    output: [
      '',
      'BACKEND_PORT: set a whole number from 0 to 65535\nSMTP_URL: set a mail server’s address, as in smtps://user:password@host:465\n',
    ],
  })
})

test('a port that is taken is a line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const address = other.address()
  const port = address && typeof address === 'object' ? address.port : 0
  expect(await command({ BACKEND_PORT: String(port) }).end).toEqual({
    code: 1,
    output: ['', `Port ${port} is in use: set BACKEND_PORT to another one\n`],
  })
})
