import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'

let folder: string
let server: Database

/** The database stays open during the tests, as it does while the server runs. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'messages-'))
  server = await openDatabase({ file: join(folder, 'backend.sqlite') })
  await server.insertInto('message').values(MESSAGE).execute()
})
afterAll(async () => {
  await server.destroy()
  await rm(folder, { recursive: true })
})

const MESSAGE = {
  id: 'a1b2c3d4-0000-4000-8000-000000000000',
  idempotency_key: 'key',
  name: 'Ann',
  email: 'ann@site.example',
  message: 'Grüße\u001b[31m',
  folder: 'spam',
  spam_reason: 'honeypot',
  received_at: 1,
} as const

function messages(args: readonly string[], env: Record<string, string> = {}) {
  const options = { encoding: 'utf8', env: createCommandEnv({ BACKEND_FOLDER: folder, ...env }) } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/messages.ts', ...args], options)
  return { status, stdout, stderr }
}

test('show prints a message and exits with 0', () =>
  expect(messages(['show', 'a1b2'])).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('Grüße\\x1b[31m'),
  }))

test('prints the usage without a command', () =>
  expect(messages([])).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('npm run messages -- list'),
  }))

test('export writes all messages to a file or to stdout', async () => {
  const file = join(folder, 'all.csv')
  expect(messages(['export', '--to', file])).toEqual({
    status: 0,
    stderr: '',
    stdout: `Exported all messages to ${file}\n`,
  })
  expect(messages(['export']).stdout).toBe(await readFile(file, 'utf8'))
})

test('a running server sees a released message', async () => {
  expect(messages(['release', 'a1b2']).status).toBe(0)
  expect(await server.selectFrom('outbox').select(['message_id', 'state']).execute()).toEqual([
    { message_id: MESSAGE.id, state: 'waiting' },
  ])
})

test('delete without a terminal and without --yes is refused', async () => {
  const { status, stdout, stderr } = messages(['delete', 'ANN@site.example'])
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Delete it permanently? Confirmation needs a terminal: add --yes\n',
  })
  expect(stdout).toContain('1 message, received 1970-01-01 (UTC)')
  expect(await server.selectFrom('message').select('id').execute()).toHaveLength(1)
})

test('a running server no longer sees a deleted message', async () => {
  const row = { ...MESSAGE, id: MESSAGE.id.replace('a1', 'b1'), idempotency_key: 'other key' }
  await server.insertInto('message').values(row).execute()
  expect(messages(['delete', 'b1', '--yes'])).toMatchObject({ status: 0, stderr: '' })
  expect(await server.selectFrom('message').select('id').execute()).toEqual([{ id: MESSAGE.id }])
  await server.insertInto('message').values(row).execute()
  await server.deleteFrom('message').where('id', '=', row.id).execute()
})

test.each([
  ['an unknown command', ['lst'], {}, 'Unknown command "lst"'],
  ['an unknown option', ['list', '--all'], {}, "Unknown option '--all'"],
  ['an unknown id', ['show', 'ffff'], {}, 'Message ffff not found'],
  ['an invalid variable', ['list'], { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: set a PostgreSQL address'],
  [
    'an unreachable database',
    ['list'],
    { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' },
    'The database 127.0.0.1:1/b cannot be',
  ],
])('%s is a one-line error with exit code 1', (_, args, env, line) => {
  const { status, stdout, stderr } = messages(args, env)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).toContain(line)
  expect(stderr).not.toContain('secret')
})
