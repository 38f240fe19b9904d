import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '#tests/setup/database/describe-on-each-database.ts'
import { killRun } from './kill-run.ts'
import { verdict } from './outcome-checks.ts'

describeOnEachDatabase('A backend that is killed five times', (_, target) => {
  test('loses no message that it has acknowledged', { timeout: 180_000 }, async () => {
    const run = await killRun({ database: target(), kills: 5, seed: 'five' })
    expect(verdict(run).filter(({ broken }) => broken.length > 0)).toEqual([])
    expect(run.acknowledged.length).toBeGreaterThan(10)
    expect(run.repeated).toBeGreaterThan(0)
  })
})
