import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { runKills } from './kill-run.ts'
import { checkOutcome } from './outcome-checks.ts'

describeOnEachDatabase('a backend that is killed five times', (_, target) => {
  test('loses no acknowledged message', { timeout: 180_000 }, async () => {
    const run = await runKills({ database: target(), kills: 5, seed: 'five' })
    expect(checkOutcome(run).filter(({ violations }) => violations.length > 0)).toEqual([])
    expect(run.acknowledged.length).toBeGreaterThan(10)
    expect(run.retries).toBeGreaterThan(0)
  })
})
