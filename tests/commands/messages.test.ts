import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { createTestDatabase } from '#tests/setup/backend.ts'
import { insertQueuedEmail } from '#tests/setup/messages.ts'

/** The database stays open during the tests, as it does while the server runs. */
const server = await createTestDatabase(afterAll)
const id = await insertQueuedEmail(server.db, { message: 'Grüße' })

function messages(args: readonly string[], env: Record<string, string> = {}) {
  const variables = { BACKEND_FOLDER: dirname(server.file), ...env }
  const options = { encoding: 'utf8', env: createCommandEnv(variables) } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/messages.ts', ...args], options)
  return { status, stdout, stderr }
}

test('needs no setting of production but where the messages are', () =>
  expect(messages(['show', id.slice(0, 8)], { NODE_ENV: 'production' })).toMatchObject({
    ...{ status: 0, stderr: '', stdout: expect.stringContaining('Grüße') },
  }))

test('deletes a message of a running server, with a terminal or --yes only', async () => {
  expect(messages(['delete', id])).toMatchObject({
    status: 1,
    stderr: 'Delete it permanently? Confirmation needs a terminal: add --yes\n',
  })
  expect(messages(['delete', id, '--yes'])).toMatchObject({ status: 0, stderr: '' })
  expect(await server.db.selectFrom('message').select('id').execute()).toEqual([])
})

test.each([
  ['an address without messages', ['export', 'nobody@site.example'], {}, 'No message from nobody@site.example'],
  ['an invalid variable', ['list'], { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: set a PostgreSQL address'],
  ['no database', ['list'], { DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/b' }, 'The database 127.0.0.1:1/b cannot'],
])('%s is a one-line error with exit code 1', (_, args, env, line) => {
  const { status, stdout, stderr } = messages(args, env)
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]+\n$/)
  expect(stderr).toContain(line)
  expect(stderr).not.toContain('secret')
})
