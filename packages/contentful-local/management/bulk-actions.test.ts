import { expect, test, vi } from 'vitest'
import { RestError } from '#local/http/rest-error.ts'
import { type BulkFailure, createBulkActionRunner } from './bulk-actions.ts'

const NO_FAILURES: readonly BulkFailure[] = []

test('runs 5 bulk actions at the same time and rejects the sixth until one has ended', async () => {
  const runner = createBulkActionRunner()
  const finish: (() => void)[] = []
  const work = () => new Promise<readonly BulkFailure[]>((resolve) => finish.push(() => resolve(NO_FAILURES)))
  const [first] = Array.from({ length: 5 }, () => runner.start('publish', {}, work))
  expect(() => runner.start('publish', {}, work)).toThrow('At most 5')
  await vi.waitFor(() => expect(finish).toHaveLength(5))
  expect(runner.get(first?.id ?? '')?.status).toBe('inProgress')
  finish[0]?.()
  await vi.waitFor(() => expect(runner.get(first?.id ?? '')?.status).toBe('succeeded'))
  expect(runner.start('publish', {}, work).status).toBe('created')
})

test('reports the status failed if the work rejects', async () => {
  const runner = createBulkActionRunner()
  const { id } = runner.start('validate', {}, () => Promise.reject(new RestError('BadRequest', 'No')))
  await vi.waitFor(() => expect(runner.get(id)?.status).toBe('failed'))
  expect(runner.get(id)?.failures).toMatchObject([{ error: { sys: { id: 'BadRequest' }, message: 'No' } }])
})

test('keeps the newest 100 bulk actions', async () => {
  const runner = createBulkActionRunner()
  const ids: string[] = []
  for (let index = 0; index < 101; index += 1) {
    const { id } = runner.start('publish', {}, async () => NO_FAILURES)
    ids.push(id)
    await vi.waitFor(() => expect(runner.get(id)?.status).toBe('succeeded'), { interval: 1 })
  }
  expect(runner.get(ids[0] ?? '')).toBeUndefined()
  expect(runner.get(ids[1] ?? '')?.status).toBe('succeeded')
})
