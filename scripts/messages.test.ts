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

/** The database stays open meanwhile, as it is while the server runs. */
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

test('a command prints its answer and ends well', () =>
  expect(messages(['show', 'a1b2'])).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('Grüße\\x1b[31m'),
  }))

test('without a command there is help', () =>
  expect(messages([])).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringContaining('npm run messages -- list'),
  }))

test('all of an export reaches a file or another program', async () => {
  const file = join(folder, 'all.csv')
  expect(messages(['export', '--to', file])).toEqual({
    status: 0,
    stderr: '',
    stdout: `Exported all messages to ${file}\n`,
  })
  expect(messages(['export']).stdout).toBe(await readFile(file, 'utf8'))
})

test('what is released while the server runs is seen by it', async () => {
  expect(messages(['release', 'a1b2']).status).toBe(0)
  expect(await server.selectFrom('outbox').select(['message_id', 'state']).execute()).toEqual([
    { message_id: MESSAGE.id, state: 'waiting' },
  ])
})

test('a deletion that nobody can be asked about is refused', async () => {
  const { status, stdout, stderr } = messages(['delete', 'ANN@site.example'])
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'Delete it permanently? There is no terminal to answer on: add --yes\n',
  })
  expect(stdout).toContain('1 message, received 1970-01-01 (UTC)')
  expect(await server.selectFrom('message').select('id').execute()).toHaveLength(1)
})

test('what is deleted while the server runs is gone for it', async () => {
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
  ['a wrong variable', ['list'], { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: set a PostgreSQL address'],
  [
    'no server',
    ['list'],
    { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' },
    'The database 127.0.0.1:1/b cannot be',
  ],
])('%s costs one line and ends with 1', (_, args, env, line) => {
  const { status, stdout, stderr } = messages(args, env)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).toContain(line)
  expect(stderr).not.toContain('secret')
})
