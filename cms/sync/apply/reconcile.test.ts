import { expect, test } from 'vitest'
import type { ReconcileAction, ReconcileStep, ResourceType } from '#cms/sync/resources/resource-type.ts'
import { reconcile } from './reconcile.ts'

/** A space that holds one word; what is wanted is the word and that it is published. */
interface Word {
  readonly text: string
  readonly published: boolean
}

const conflict = () => new Error(JSON.stringify({ status: 409, message: 'Version mismatch' }))

function space(held: Word | undefined, broken: readonly ('before' | 'after')[] = []) {
  const troubles = [...broken]
  const step = (action: ReconcileAction, next: Word): ReconcileStep<Word> => ({
    action,
    run: async () => {
      const trouble = troubles.shift()
      if (trouble !== 'before') held = next
      if (trouble) throw conflict()
      return next
    },
  })
  const kind: ResourceType<{ id: string }, Word> = {
    name: 'entry',
    read: async () => held ?? Promise.reject(new Error('not there')),
    dependsOn: () => [],
    compare: () => ({ changes: [], preserved: [] }),
    nextStep({ id }, word) {
      if (!word) return step('create', { text: id, published: false })
      if (word.text !== id) return step('update', { text: id, published: false })
      return word.published ? null : step('publish', { ...word, published: true })
    },
  }
  return { kind, held: () => held }
}

async function brought(held: Word | undefined, broken?: readonly ('before' | 'after')[]) {
  const steps: ReconcileAction[] = []
  const { kind, held: now } = space(held, broken)
  await reconcile(kind, { id: 'word' }, held, (action) => steps.push(action))
  return { steps, now: now() }
}

const done = { text: 'word', published: true }

test.each([
  ['nothing', undefined, ['create', 'publish']],
  ['a draft', { text: 'word', published: false }, ['publish']],
  ['something else', { text: 'other', published: true }, ['update', 'publish']],
  ['what is wanted', done, []],
])('goes on from %s', async (_, held, steps) => expect(await brought(held)).toEqual({ steps, now: done }))

test('a create that had succeeded when it was repeated is not an error', async () => {
  expect(await brought(undefined, ['after'])).toEqual({ steps: ['publish'], now: done })
})

test('a publish that had succeeded when it was repeated is not an error', async () => {
  expect(await brought({ text: 'word', published: false }, ['after'])).toEqual({ steps: [], now: done })
})

test('somebody else wrote in between: it is read again and written', async () => {
  expect(await brought({ text: 'other', published: true }, ['before'])).toEqual({
    steps: ['update', 'publish'],
    now: done,
  })
})

test('says so at once when the space does not hold what it was sent', async () => {
  const { kind } = space(undefined)
  let updates = 0
  const take = async () => {
    updates += 1
    return done
  }
  const deaf = { ...kind, nextStep: () => ({ action: 'update' as const, take }) }
  await expect(reconcile(deaf, { id: 'word' }, done, () => {})).rejects.toThrow('does not keep what it is sent')
  expect(updates).toBe(1)
})

test('gives up when somebody else is always faster', async () => {
  const always = Array.from({ length: 20 }, () => 'before' as const)
  await expect(brought({ text: 'other', published: true }, always)).rejects.toThrow('somebody else')
})

test('any other error is the end of it', async () => {
  const { kind } = space(undefined)
  const broken = {
    ...kind,
    nextStep: () => ({ action: 'update' as const, take: () => Promise.reject(new Error('no')) }),
  }
  await expect(reconcile(broken, { id: 'word' }, done, () => {})).rejects.toThrow('no')
})
