import { expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { runKills } from './kill-run.ts'
import { findViolations } from './outcome.ts'

test.each(['SQLite', 'PostgreSQL'])(
  '§12 Messages: a server on %s that is killed five times loses no acknowledged message',
  async (name) => {
    const folder = await createTestFolder()
    const databaseUrl = name === 'PostgreSQL' ? await createPostgresDatabase() : undefined
    const run = await runKills({ folder, databaseUrl, kills: 5, seed: 'five' })
    expect(findViolations(run)).toEqual([])
    expect(run.acknowledged.length).toBeGreaterThan(8)
    expect(run.failedRequests).toBeGreaterThan(0)
  },
)
