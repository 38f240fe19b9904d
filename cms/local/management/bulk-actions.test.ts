import { expect, test, vi } from 'vitest'
import { RestError } from '#cms/local/http/rest-error.ts'
import { type BulkFailure, createBulkActionRunner } from './bulk-actions.ts'

const NONE: readonly BulkFailure[] = []

test('five bulk actions are active at once, the sixth is refused until one has ended', async () => {
  const runs = createBulkActionRunner()
  const end: (() => void)[] = []
  const work = () => new Promise<readonly BulkFailure[]>((resolve) => end.push(() => resolve(NONE)))
  const [first] = Array.from({ length: 5 }, () => runs.start('publish', {}, work))
  expect(() => runs.start('publish', {}, work)).toThrow('At most 5')
  await vi.waitFor(() => expect(end).toHaveLength(5))
  expect(runs.get(first?.id ?? '')?.status).toBe('inProgress')
  end[0]?.()
  await vi.waitFor(() => expect(runs.get(first?.id ?? '')?.status).toBe('succeeded'))
  expect(runs.start('publish', {}, work).status).toBe('created')
})

test('work that fails as a whole has failed', async () => {
  const runs = createBulkActionRunner()
  const { id } = runs.start('validate', {}, () => Promise.reject(new RestError('BadRequest', 'No')))
  await vi.waitFor(() => expect(runs.get(id)?.status).toBe('failed'))
  expect(runs.get(id)?.failures).toMatchObject([{ error: { sys: { id: 'BadRequest' }, message: 'No' } }])
})

test('the newest hundred are remembered', async () => {
  const runs = createBulkActionRunner()
  const ids: string[] = []
  for (let index = 0; index < 101; index += 1) {
    const { id } = runs.start('publish', {}, async () => NONE)
    ids.push(id)
    await vi.waitFor(() => expect(runs.get(id)?.status).toBe('succeeded'), { interval: 1 })
  }
  expect(runs.get(ids[0] ?? '')).toBeUndefined()
  expect(runs.get(ids[1] ?? '')?.status).toBe('succeeded')
})
