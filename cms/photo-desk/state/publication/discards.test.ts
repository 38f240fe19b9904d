import { expect, test, vi } from 'vitest'
import { RequestError } from '#cms/photo-desk/client/request-error.ts'
import { CHANGED_STATUS } from './discarded-values.ts'
import { createDiscards } from './discards.ts'

/** A value whose writes end as given. */
const createValue = (
  discarded: () => Promise<string | undefined>,
  undone = async () => undefined as string | undefined,
) => ({
  discard: vi.fn(discarded),
  undo: vi.fn(undone),
})

const succeed = async () => undefined
const failWith = (error: Error) => async () => {
  throw error
}
const signedOut = new RequestError('Contentful has ended your session', { status: 401 })

test('keeps an undo that has failed, but not one that is refused, nor a discard of which nothing was written', async () => {
  const discards = createDiscards(vi.fn())
  await discards.discard({ name: 'nothing', values: [createValue(failWith(signedOut))] })
  expect(discards.store.getState()).toEqual([])
  const errors = [signedOut, new RequestError('Changed', { status: CHANGED_STATUS })]
  const undo = async () => {
    const error = errors.shift()
    if (error) throw error
    return undefined
  }
  await discards.discard({ name: '“A”', values: [createValue(succeed, undo)] })
  await discards.undo()
  expect(discards.store.getState()).toHaveLength(1)
  await discards.undo()
  expect(discards.store.getState()).toEqual([])
})

test('undoes the last value first, and says once why several are not written', async () => {
  const say = vi.fn()
  const discards = createDiscards(say)
  const [first, last] = [createValue(succeed, failWith(signedOut)), createValue(succeed, failWith(signedOut))]
  await discards.discard({ name: '“A”', values: [first, last] })
  await discards.undo()
  expect(last.undo).toHaveBeenCalledBefore(first.undo)
  expect(say).toHaveBeenLastCalledWith('Not undone: “A”. Contentful has ended your session.', true)
})

test('a second click does not write the same again', async () => {
  const discards = createDiscards(vi.fn())
  const value = createValue(succeed)
  const discard = { name: '“A”', values: [value] }
  await Promise.all([discards.discard(discard), discards.discard(discard)])
  expect(value.discard).toHaveBeenCalledOnce()
  expect(discards.store.getState()).toHaveLength(1)
})
