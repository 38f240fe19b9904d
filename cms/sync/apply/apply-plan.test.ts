import { expect, test } from 'vitest'
import type { PlannedResource } from '#cms/sync/plan/plan.ts'
import { silentProgress } from '#cms/sync/progress/progress.ts'
import type { ReconcileAction } from '#cms/sync/resources/resource-type.ts'
import { UserError } from '#shared/user-error.ts'
import { applyPlan } from './apply-plan.ts'

const log: string[] = []
const none = { created: 0, updated: 0, published: 0, deleted: 0, unchanged: 0, kept: 0, failed: 0 }

const item = (id: string, dependsOn: readonly string[] = [], problem?: Error): PlannedResource => ({
  resourceType: 'entry',
  id,
  action: 'create',
  dependsOn,
  changes: [],
  preserved: [],
  apply: async (onStep: (action: ReconcileAction) => void) => {
    log.push(`${id} begins`)
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (problem) throw problem
    onStep('create')
    onStep('publish')
    log.push(`${id} is there`)
  },
})

function run(items: readonly PlannedResource[], fatal: (error: unknown) => UserError | null = () => null) {
  log.length = 0
  return applyPlan([{ title: 'Entries', items }], { progress: silentProgress, fatal })
}

test('what a thing links to is there before the thing begins, and the rest goes side by side', async () => {
  await run([item('leaf'), item('other'), item('page', ['entry leaf'])])
  expect(log.slice(0, 2)).toEqual(['leaf begins', 'other begins'])
  expect(log.indexOf('page begins')).toBeGreaterThan(log.indexOf('leaf is there'))
  expect(log).toHaveLength(6)
})

test('a failure costs what depends on it, and nothing else', async () => {
  const { counts, failures } = await run([
    item('leaf', [], new Error('too long')),
    item('page', ['entry leaf']),
    item('site', ['entry page']),
    item('other'),
  ])
  expect(failures).toEqual([
    { kind: 'entry', id: 'leaf', reason: 'too long' },
    { kind: 'entry', id: 'page', reason: 'left out, because the entry leaf it needs is not there' },
    { kind: 'entry', id: 'site', reason: 'left out, because the entry page it needs is not there' },
  ])
  expect(counts.entry).toEqual({ ...none, created: 1, published: 1, failed: 3 })
})

test('what is unchanged is counted, not touched', async () => {
  const { counts } = await run([{ ...item('page'), action: null }])
  expect(counts.entry.unchanged).toBe(1)
  expect(log).toEqual([])
})

test('an error that everything would share stops the rest', async () => {
  const many = Array.from({ length: 40 }, (_, n) => item(`e${n}`, [], new Error('token')))
  await expect(run(many, () => new UserError('Set the token'))).rejects.toThrow('Set the token')
  expect(log.length).toBeLessThan(10)
})

test('progress counts each thing once, failures and what is left out too', async () => {
  const told: string[] = []
  await applyPlan([{ title: 'Entries', items: [item('a', [], new Error('no')), item('b', ['entry a']), item('c')] }], {
    fatal: () => null,
    progress: {
      startPhase: (phase, total) => {
        told.push(`${phase} ${total}`)
        return { advance: () => told.push('+'), end: () => told.push('end') }
      },
    },
  })
  expect(told).toEqual(['Entries 3', '+', '+', '+', 'end'])
})
