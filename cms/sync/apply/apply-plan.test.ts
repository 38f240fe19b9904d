import { expect, test } from 'vitest'
import type { PlannedResource } from '#cms/sync/plan/plan.ts'
import { UserError } from '#shared/user-error.ts'
import { applyPlan } from './apply-plan.ts'

const log: string[] = []
const shown: string[] = []
const progress = {
  startPhase: (phase: string, total: number) => ({
    advance: () => void shown.push('one'),
    end: () => void shown.push(`${phase} of ${total}`),
  }),
}
const noCounts = { created: 0, updated: 0, published: 0, unchanged: 0, kept: 0, failed: 0 }

const item = (id: string, dependsOn: readonly string[] = [], error?: Error): PlannedResource => ({
  resourceType: 'entry',
  id,
  action: 'create',
  dependsOn,
  changes: [],
  preserved: [],
  apply: async () => {
    log.push(`${id} started`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (error) throw error
    log.push(`${id} finished`)
  },
})

function run(items: readonly PlannedResource[], fatal: (error: unknown) => UserError | null = () => null) {
  log.length = 0
  shown.length = 0
  return applyPlan([{ title: 'Entries', items }], { progress, fatal })
}

test('applies a resource after its dependencies, and independent resources at the same time', async () => {
  await run([item('leaf'), item('other'), item('page', ['entry leaf'])])
  expect(log.slice(0, 2)).toEqual(['leaf started', 'other started'])
  expect(log.indexOf('page started')).toBeGreaterThan(log.indexOf('leaf finished'))
  expect(log).toHaveLength(6)
})

test('skips only the resources that depend on a failed one', async () => {
  const { counts, failures, skipped } = await run([
    item('leaf', [], new Error('too long')),
    item('page', ['entry leaf']),
    item('site', ['entry page']),
    item('other'),
  ])
  expect(failures).toEqual([{ key: 'entry leaf', reason: 'too long' }])
  expect(skipped).toEqual(['entry page', 'entry site'])
  expect(counts).toEqual({ ...noCounts, created: 1, failed: 3 })
  expect(shown).toEqual(['one', 'one', 'one', 'one', 'Entries of 4'])
})

test('counts what is processed as published, and what is unarchived as updated', async () => {
  const { counts } = await run([
    { ...item('a'), action: 'process' },
    { ...item('b'), action: 'unarchive' },
  ])
  expect(counts).toEqual({ ...noCounts, published: 1, updated: 1 })
})

test('stops after a fatal error', async () => {
  const many = Array.from({ length: 40 }, (_, n) => item(`e${n}`, [], new Error('token')))
  await expect(run(many, () => new UserError('Set the token'))).rejects.toThrow('Set the token')
  expect(log.length).toBeLessThan(10)
})
