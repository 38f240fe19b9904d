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

test('says what is discarded and what stays, and undoes the last one first', async () => {
  const say = vi.fn()
  const discards = createDiscards(say)
  const [first, second] = [createValue(succeed), createValue(succeed)]
  await discards.discard({ name: 'the caption of “A”', values: [first] })
  await discards.discard({
    name: 'the order of the gallery',
    values: [second],
    remark: 'What was added to it stays.',
  })
  expect(say.mock.calls).toEqual([
    ['The caption of “A” is as visitors see it again.', false],
    ['The order of the gallery is as visitors see it again. What was added to it stays.', false],
  ])
  await discards.undo()
  expect([first.undo.mock.calls.length, second.undo.mock.calls.length]).toEqual([0, 1])
  await discards.undo()
  expect(say).toHaveBeenLastCalledWith('The caption of “A” is as before the discard.', false)
  await discards.undo() // nothing is left
  expect(first.undo).toHaveBeenCalledOnce()
})

test('undoes only the part of a discard that was written', async () => {
  const say = vi.fn()
  const discards = createDiscards(say)
  const [written, failed] = [createValue(succeed), createValue(failWith(signedOut))]
  await discards.discard({ name: '“A”', values: [written, failed] })
  expect(say).toHaveBeenCalledWith('Not completely discarded: “A”. Contentful has ended your session.', true)
  await discards.undo()
  expect([written.undo.mock.calls.length, failed.undo.mock.calls.length]).toEqual([1, 0])
})

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

test('a second click does not write the same again', async () => {
  const discards = createDiscards(vi.fn())
  const value = createValue(succeed)
  const discard = { name: '“A”', values: [value] }
  await Promise.all([discards.discard(discard), discards.discard(discard)])
  expect(value.discard).toHaveBeenCalledOnce()
  expect(discards.store.getState()).toHaveLength(1)
})
