import { expect, test } from 'vitest'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { checkOutcome } from './outcome-checks.ts'
import { runTwoNodes } from './two-nodes-run.ts'

test('two nodes on one PostgreSQL send each mail once', { timeout: 180_000 }, async () => {
  const run = await runTwoNodes({ databaseUrl: await createPostgresDatabase(), messages: 300 })
  expect(checkOutcome(run).filter(({ violations }) => violations.length > 0)).toEqual([])
  expect(run.acknowledged).toHaveLength(300)
  expect(run.messages).toHaveLength(300)
  const mailsById = Map.groupBy(run.mails, ({ messageId }) => messageId)
  expect(run.mails).toHaveLength(300)
  expect(mailsById.size).toBe(300)
  expect(new Set(run.mails.map(({ clientHostname }) => clientHostname))).toEqual(new Set(['one', 'two']))
})
