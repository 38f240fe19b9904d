import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { createCommandEnv } from '#tests/setup/process/command-env.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copy-command-'))
  const db = await openDatabase({ file: join(folder, 'backend.sqlite') })
  await db.insertInto('rate').values({ key: 'a', count: 1, resets_at: 2 }).execute()
  await db.destroy()
})
afterAll(() => rm(folder, { recursive: true }))

function copy(args: readonly string[], env: Record<string, string> = {}) {
  const options = { encoding: 'utf8', env: createCommandEnv({ BACKEND_FOLDER: folder, ...env }) } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/copy-database.ts', ...args], options)
  return { status, stdout, stderr }
}

test('prints a line for each table and rejects a target with rows', async () => {
  const DATABASE_URL = await createPostgresDatabase()
  const first = copy([], { DATABASE_URL })
  expect(first).toMatchObject({ status: 0, stderr: '' })
  expect(first.stdout).toMatch(/^rate +1 rows {2}[0-9a-f]{64}$/m)
  expect(first.stdout).toMatch(/^outbox +0 rows {2}[0-9a-f]{64}$/m)
  expect(first.stdout).toMatch(/Rows and digests are the same in both\.\n$/)

  const second = copy(['--from', join(folder, 'backend.sqlite')], { DATABASE_URL })
  expect(second.status).toBe(1)
  const { host, pathname } = new URL(DATABASE_URL)
  expect(second.stderr).toBe(`The database ${host}${pathname} has rows in "rate": copy into an empty one\n`)
})

test.each([
  ['no target', [], {}, 'DATABASE_URL is not set: set it to the PostgreSQL database to copy to\n'],
  [
    'no file',
    ['--from', '/no/such.sqlite'],
    { DATABASE_URL: 'postgres://127.0.0.1:1/b' },
    'The database /no/such.sqlite does not exist\n',
  ],
  ['an extra argument', ['here'], {}, 'Unexpected argument'],
])('%s is a one-line error with exit code 1', (_, args, env, line) => {
  const { status, stderr } = copy(args, env)
  expect(status).toBe(1)
  expect(stderr).toContain(line)
})

test('--help prints the usage', () => expect(copy(['--help']).stdout).toContain('Stop the server first'))
