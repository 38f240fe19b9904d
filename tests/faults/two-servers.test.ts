import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { createMessage, openSession, sendMessage } from '#tests/setup/messages.ts'
import { startProductionServer } from './production-server.ts'

const MESSAGES = 20

test('§12.6 two servers on one PostgreSQL store each message and send each email once, also of one that is sent to both', async () => {
  const root = await createTestFolder()
  const databaseUrl = await createPostgresDatabase()
  const mailServer = await startMailServer()
  onTestFinished(mailServer.stop)
  const apis = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const folder = join(root, name)
      await mkdir(folder)
      const server = await startProductionServer({ folder, databaseUrl, mailServer: mailServer.url })
      onTestFinished(server.kill)
      return `${await server.url}/api`
    }),
  )
  const [first = '', second = ''] = apis
  const ids = Array.from({ length: MESSAGES }, async () => {
    const session = await openSession(first) // which both servers know
    const request = { key: randomUUID(), message: createMessage() }
    return Promise.all([sendMessage(first, session, request), sendMessage(second, session, request)])
  })
  for (const [id, other] of await Promise.all(ids)) expect(other).toBe(id)
  await expect.poll(() => mailServer.emails.length, { timeout: 60_000 }).toBeGreaterThanOrEqual(MESSAGES)
  expect(new Set(mailServer.emails.map(({ messageId }) => messageId)).size).toBe(MESSAGES)
  expect(mailServer.emails).toHaveLength(MESSAGES)
})
