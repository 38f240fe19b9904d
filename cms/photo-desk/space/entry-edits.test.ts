import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOCALE } from '#shared/constants.ts'
import { createConflict, createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import type { EditStorage } from './desk-database.ts'
import type { EntryEdit } from './entry-edit.ts'
import { createEntryEdits } from './entry-edits.ts'
import { RequestError } from './request-error.ts'
import type { SpaceEntry } from './space-pictures.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Texts = Readonly<Record<string, string>>

function createEntry(texts: Texts, version = 1): SpaceEntry {
  const fields = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, { [LOCALE]: text }]))
  const link = <Type extends string>(linkType: Type, id: string) => ({ sys: { type: 'Link' as const, linkType, id } })
  return {
    sys: {
      type: 'Entry',
      id: 'photo',
      version,
      createdAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
      space: link('Space', 'space'),
      environment: link('Environment', 'master'),
      contentType: link('ContentType', 'galleryImage'),
      automationTags: [],
    },
    metadata: { tags: [] },
    fields,
  }
}

const getTexts = ({ fields }: Pick<SpaceEntry, 'fields'>) =>
  Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values[LOCALE]]))

/** Creates edits of one entry in a space that detects version conflicts, with a storage that a reload keeps. */
function createTestSpace(texts: Texts) {
  let saved: SpaceEntry | undefined = createEntry(texts)
  let known: SpaceEntry | undefined = saved
  const stored = new Map<string, EntryEdit>()
  /** Called before each update, with its texts. */
  const onUpdate = vi.fn(async (_texts: Texts): Promise<void> => {})
  const client = createTestDeskClient<SpaceEntry>(async ({ action, payload }) => {
    if (!saved) throw new RequestError('This does not exist any more', { status: 404 })
    if (action === 'get') return saved
    await onUpdate(getTexts(payload))
    if (payload.sys.version !== saved.sys.version) throw createConflict()
    saved = createEntry(getTexts(payload), saved.sys.version + 1)
    return saved
  })
  const storage: EditStorage = {
    readAll: async () => new Map(stored),
    put: async (id, edit) => stored.set(id, edit),
    delete: async (id) => stored.delete(id),
  }
  const create = (usedStorage: EditStorage | undefined = storage) =>
    createEntryEdits({
      client,
      storage: usedStorage,
      getEntry: () => known,
      onSaved: (entry) => {
        known = entry
      },
    })
  return {
    edits: create(),
    /** Edits that the browser's database does not take. */
    createUnkept: () =>
      create({
        ...storage,
        put: async () => {
          throw new DOMException('', 'QuotaExceededError')
        },
      }),
    onUpdate,
    stored,
    /** Creates the edits of a new page, which does not know the entry yet. */
    reload: () => {
      known = undefined
      return create()
    },
    readTexts: () => saved && getTexts(saved),
    /** Saves texts as another editor does. */
    changeAsOther: (changes: Texts) => {
      if (saved) saved = createEntry({ ...getTexts(saved), ...changes }, saved.sys.version + 1)
    },
    deleteAsOther: () => {
      saved = undefined
    },
  }
}

const waitForSave = () => vi.advanceTimersByTimeAsync(1_000)

test('saves an entry once, shortly after its last change', async () => {
  const { edits, onUpdate, readTexts, stored } = createTestSpace({ altText: 'A crew' })
  edits.change('photo', { altText: 'A crew a' })
  await vi.advanceTimersByTimeAsync(700)
  edits.change('photo', { altText: 'A crew at work' })
  await vi.advanceTimersByTimeAsync(700)
  expect(onUpdate).not.toHaveBeenCalled()
  expect(edits.store.getState().get('photo')).toMatchObject({ status: 'pending', before: { altText: 'A crew' } })
  await waitForSave()
  expect(onUpdate).toHaveBeenCalledTimes(1)
  expect(readTexts()).toEqual({ altText: 'A crew at work' })
  expect(edits.store.getState().size).toBe(0)
  expect(stored.size).toBe(0)
})

test('sends nothing when the value is as saved', async () => {
  const { edits, onUpdate } = createTestSpace({ altText: 'A crew' })
  edits.change('photo', { altText: 'Changed' })
  edits.change('photo', { altText: 'A crew' })
  await waitForSave()
  expect(onUpdate).not.toHaveBeenCalled()
  expect(edits.store.getState().size).toBe(0)
})

test('removes a value, and keeps the change of another editor to another field', async () => {
  const { edits, changeAsOther, readTexts } = createTestSpace({ altText: 'A crew', caption: 'Texas' })
  changeAsOther({ caption: 'Ohio' })
  edits.change('photo', { altText: null })
  await waitForSave()
  expect(readTexts()).toEqual({ caption: 'Ohio' })
  expect(edits.store.getState().size).toBe(0)
})

test.each([
  ['mine', 'My text, longer'],
  ['theirs', 'Their text'],
] as const)('a conflict about the same field ends with the choice %s', async (choice, altText) => {
  const { edits, changeAsOther, readTexts } = createTestSpace({ altText: 'A crew' })
  changeAsOther({ altText: 'Their text' })
  edits.change('photo', { altText: 'My text', caption: 'My caption' })
  await waitForSave()
  expect(edits.store.getState().get('photo')).toMatchObject({ status: 'conflict', theirs: { altText: 'Their text' } })
  edits.change('photo', { altText: 'My text, longer' })
  await waitForSave()
  expect(edits.store.getState().get('photo')).toMatchObject({
    status: 'conflict',
    values: { altText: 'My text, longer' },
    theirs: { altText: 'Their text' },
  })
  expect(readTexts()).toEqual({ altText: 'Their text' })

  edits.resolveConflict('photo', choice)
  await waitForSave()
  expect(readTexts()).toEqual({ altText, caption: 'My caption' })
  expect(edits.store.getState().size).toBe(0)
})

test('forgets the edit when the other editor’s text is taken and nothing else is changed', async () => {
  const { edits, changeAsOther, stored } = createTestSpace({ altText: 'A crew' })
  changeAsOther({ altText: 'Their text' })
  edits.change('photo', { altText: 'My text' })
  await waitForSave()
  edits.resolveConflict('photo', 'theirs')
  expect(edits.store.getState().size).toBe(0)
  expect(stored.size).toBe(0)
})

test('saves what is typed during a save that fails', async () => {
  const { edits, onUpdate, readTexts } = createTestSpace({ altText: 'A crew' })
  onUpdate.mockImplementationOnce(async () => {
    edits.change('photo', { altText: 'Second' })
    throw new RequestError('Contentful does not respond', { status: 0 })
  })
  edits.change('photo', { altText: 'First' })
  await waitForSave()
  await waitForSave()
  expect(readTexts()).toEqual({ altText: 'Second' })
})

test('saves what is typed during a save after it, in order', async () => {
  const { edits, onUpdate, readTexts } = createTestSpace({ altText: 'A crew', caption: 'Texas' })
  onUpdate.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 5_000))
  })
  edits.change('photo', { altText: 'First' })
  await waitForSave()
  edits.change('photo', { altText: 'Second', caption: 'Ohio' })
  await waitForSave()
  expect(onUpdate.mock.calls).toEqual([[{ altText: 'First', caption: 'Texas' }]])
  expect(edits.store.getState().get('photo')?.values).toEqual({ altText: 'Second', caption: 'Ohio' })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(onUpdate.mock.calls.map(([texts]) => texts)).toEqual([
    { altText: 'First', caption: 'Texas' },
    { altText: 'Second', caption: 'Ohio' },
  ])
  expect(readTexts()).toEqual({ altText: 'Second', caption: 'Ohio' })
  expect(edits.store.getState().size).toBe(0)
})

test('keeps the text of a failed save, and saves it on request', async () => {
  const { edits, onUpdate, readTexts, stored } = createTestSpace({ altText: 'A crew' })
  onUpdate.mockRejectedValueOnce(new RequestError('Contentful has ended your session. Sign in again', { status: 401 }))
  edits.change('photo', { altText: 'My text' })
  await waitForSave()
  expect(edits.store.getState().get('photo')).toMatchObject({
    status: 'failed',
    values: { altText: 'My text' },
    error: 'Contentful has ended your session. Sign in again',
  })
  expect(stored.get('photo')?.values).toEqual({ altText: 'My text' })
  await edits.saveAll()
  expect(readTexts()).toEqual({ altText: 'My text' })
  expect(edits.store.getState().size).toBe(0)
})

test('does not take a save whose response was lost for the change of somebody else', async () => {
  const { edits, onUpdate, changeAsOther, readTexts } = createTestSpace({ altText: 'A crew' })
  onUpdate.mockImplementationOnce(async ({ altText }) => {
    changeAsOther({ altText: altText ?? '' })
    throw new RequestError('Contentful does not respond', { status: 0 })
  })
  edits.change('photo', { altText: 'First' })
  await waitForSave()
  expect(edits.store.getState().get('photo')?.status).toBe('failed')
  edits.change('photo', { altText: 'Second' })
  await waitForSave()
  expect(readTexts()).toEqual({ altText: 'Second' })
  expect(edits.store.getState().size).toBe(0)
})

test('reports changes that a closed page would lose, until they are saved', async () => {
  const { edits, createUnkept, onUpdate, readTexts } = createTestSpace({ altText: 'A crew' })
  edits.change('photo', { altText: 'Kept' })
  await vi.advanceTimersByTimeAsync(0)
  expect(edits.hasUnkeptChanges()).toBe(false)
  await waitForSave()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onUpdate.mockRejectedValueOnce(new RequestError('Contentful does not respond', { status: 0 }))
  const unkept = createUnkept()
  unkept.change('photo', { altText: 'My text' })
  await waitForSave()
  expect(unkept.hasUnkeptChanges()).toBe(true)
  await unkept.saveAll()
  expect(readTexts()).toEqual({ altText: 'My text' })
  expect(unkept.hasUnkeptChanges()).toBe(false)
  vi.restoreAllMocks()
})

test('saves the changes of a closed page when a new one restores them', async () => {
  const { edits, onUpdate, reload, readTexts } = createTestSpace({ altText: 'A crew' })
  onUpdate.mockRejectedValueOnce(new RequestError('Contentful does not respond', { status: 0 }))
  edits.change('photo', { altText: 'My text' })
  await waitForSave()
  const restored = reload()
  await restored.restore()
  expect(restored.store.getState().get('photo')?.values).toEqual({ altText: 'My text' })
  await waitForSave()
  expect(readTexts()).toEqual({ altText: 'My text' })
})

test('finds a conflict with a change that was made while the page was closed', async () => {
  const { edits, reload, changeAsOther, readTexts } = createTestSpace({ altText: 'A crew' })
  edits.change('photo', { altText: 'My text' })
  vi.clearAllTimers() // the page closes before it saves
  changeAsOther({ altText: 'Their text' })
  const restored = reload()
  await restored.restore()
  await waitForSave()
  expect(restored.store.getState().get('photo')).toMatchObject({
    status: 'conflict',
    theirs: { altText: 'Their text' },
  })
  expect(readTexts()).toEqual({ altText: 'Their text' })
})

test('keeps the text of a deleted entry until it is discarded', async () => {
  const { edits, deleteAsOther, stored } = createTestSpace({ altText: 'A crew' })
  deleteAsOther()
  edits.change('photo', { altText: 'My text' })
  await waitForSave()
  expect(edits.store.getState().get('photo')).toMatchObject({
    status: 'failed',
    error: 'This does not exist any more',
    values: { altText: 'My text' },
  })
  edits.discard('photo')
  expect(edits.store.getState().size).toBe(0)
  expect(stored.size).toBe(0)
})

test('fails when others save the same entry again and again', async () => {
  const { edits, onUpdate, changeAsOther } = createTestSpace({ altText: 'A crew', caption: '0' })
  onUpdate.mockImplementation(async () => changeAsOther({ caption: String(onUpdate.mock.calls.length) }))
  edits.change('photo', { altText: 'My text' })
  await waitForSave()
  expect(onUpdate).toHaveBeenCalledTimes(6)
  expect(edits.store.getState().get('photo')).toMatchObject({ status: 'failed', values: { altText: 'My text' } })
})
