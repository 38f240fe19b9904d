import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { runLoad } from './load-run.ts'
import { countCopies, findViolations } from './outcome.ts'

test('§12 Run: two servers on one PostgreSQL store each message and send each mail once, also one that is sent to both', async () => {
  const folder = await createTestFolder()
  const databaseUrl = await createPostgresDatabase()
  const run = await runLoad({ folder, databaseUrl, nodes: 2, rate: 20, seconds: 3, seed: 'two' })
  expect(findViolations(run)).toEqual([])
  expect(run.messages).toHaveLength(60)
  expect(run.acknowledged.filter(({ ids }) => ids.length === 2).length).toBeGreaterThan(0)
  expect(countCopies(run.mails)).toBe(0)
  expect(new Set(run.mails.map(({ clientHostname }) => clientHostname)).size).toBe(2)
  expect(run.exitCodes).toEqual([0, 0])
})
