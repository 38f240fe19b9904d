import { expect, test } from 'vitest'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { verdict } from './outcome-checks.ts'
import { twoNodesRun } from './two-nodes-run.ts'

test('two nodes on one PostgreSQL mail each message once', { timeout: 180_000 }, async () => {
  const run = await twoNodesRun({ databaseUrl: await createPostgresDatabase(), messages: 300 })
  expect(verdict(run).filter(({ broken }) => broken.length > 0)).toEqual([])
  expect(run.acknowledged).toHaveLength(300)
  expect(run.messages).toHaveLength(300)
  const mailsOf = Map.groupBy(run.mails, ({ messageId }) => messageId)
  expect(run.mails).toHaveLength(300)
  expect(mailsOf.size).toBe(300)
  expect(new Set(run.mails.map(({ clientHostname }) => clientHostname))).toEqual(new Set(['one', 'two']))
})
