import { expect, test } from 'vitest'
import type { ReconcileAction, ReconcileStep, ResourceType } from '#cms/sync/resources/resource-type.ts'
import { hasDrift, hasKeptDifferences, isUnchanged, type PlannedResource, reconcile } from './plan.ts'

/** The only resource of the test space. Its desired state is a published word. */
interface Word {
  readonly text: string
  readonly published: boolean
}

const createConflictError = () => new Error(JSON.stringify({ status: 409, message: 'Version mismatch' }))

/** Creates a space whose first writes fail with a conflict, before or after they take effect. */
function createSpace(initial: Word | undefined, conflicts: readonly ('before' | 'after')[] = []) {
  let actual = initial
  const steps: ReconcileAction[] = []
  const remainingConflicts = [...conflicts]
  const step = (action: ReconcileAction, next: Word): ReconcileStep<Word> => ({
    action,
    run: async () => {
      const conflict = remainingConflicts.shift()
      if (conflict !== 'before') actual = next
      if (conflict) throw createConflictError()
      steps.push(action)
      return next
    },
  })
  const resourceType: ResourceType<{ id: string }, Word> = {
    name: 'entry',
    read: async () => actual ?? Promise.reject(new Error('not found')),
    dependsOn: () => [],
    compare: () => ({ changes: [], preserved: [] }),
    nextStep({ id }, word) {
      if (!word) return step('create', { text: id, published: false })
      if (word.text !== id) return step('update', { text: id, published: false })
      return word.published ? null : step('publish', { ...word, published: true })
    },
  }
  return { resourceType, steps, getActual: () => actual }
}

async function reconcileWord(initial: Word | undefined, conflicts?: readonly ('before' | 'after')[]) {
  const { resourceType, steps, getActual } = createSpace(initial, conflicts)
  await reconcile(resourceType, { id: 'word' }, initial)
  return { steps, actual: getActual() }
}

const desired = { text: 'word', published: true }

const draft = { text: 'word', published: false }
const other = { text: 'other', published: true }

test.each<[string, Word | undefined, readonly ('before' | 'after')[], readonly ReconcileAction[]]>([
  ['no resource', undefined, [], ['create', 'publish']],
  ['a draft', draft, [], ['publish']],
  ['another value', other, [], ['update', 'publish']],
  ['the desired state', desired, [], []],
  ['the conflict of a retried create that had succeeded', undefined, ['after'], ['publish']],
  ['the conflict of a retried publish that had succeeded', draft, ['after'], []],
  ['a concurrent write, after reading it again', other, ['before'], ['update', 'publish']],
])('continues from %s', async (_, initial, conflicts, steps) =>
  expect(await reconcileWord(initial, conflicts)).toEqual({ steps, actual: desired }),
)

test('throws when every write conflicts', async () => {
  const conflicts = Array.from({ length: 20 }, () => 'before' as const)
  await expect(reconcileWord(other, conflicts)).rejects.toThrow('another user or process')
})

const change = { field: 'title', actual: 'A', desired: 'B' }
const own = { id: 'own', type: 'Symbol', required: true }

test.each<[string, Partial<PlannedResource>, readonly string[]]>([
  ['as in the seed', {}, ['unchanged']],
  ['only in the seed', { action: 'create', changes: [change] }, ['drift']],
  ['changed by the seed', { action: 'update', changes: [change] }, ['drift']],
  ['changed by an editor', { preserved: [change] }, ['kept']],
  ['changed by both', { action: 'update', changes: [change], preserved: [change] }, ['drift', 'kept']],
  ['withdrawn by an editor', { note: 'an editor has unpublished it' }, ['kept']],
  ['only in the space, of an editor', { note: 'only in the space', orphanOf: 'editor' }, []],
  ['only in the space, of an earlier seed', { note: 'only in the space', orphanOf: 'seed' }, ['drift']],
  ['with a field that only the space has', { extraFields: [own] }, ['drift', 'kept']],
  ['blocked', { blocked: 'its type differs' }, ['drift']],
])('what is said of a resource that is %s', (_, differences, states) => {
  const common = { resourceType: 'entry', id: 'a', action: null, changes: [], preserved: [], dependsOn: [] } as const
  const resource: PlannedResource = { ...common, apply: async () => {}, ...differences }
  const judged = { drift: hasDrift(resource), kept: hasKeptDifferences(resource), unchanged: isUnchanged(resource) }
  expect(Object.entries(judged).flatMap(([state, isTrue]) => (isTrue ? [state] : []))).toEqual(states)
})
