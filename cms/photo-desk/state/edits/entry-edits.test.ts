import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EditStorage } from '#cms/photo-desk/client/desk-database.ts'
import { RequestError } from '#cms/photo-desk/client/request-error.ts'
import type { SpaceEntry, SpacePictures } from '#cms/photo-desk/client/space-pictures.ts'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import { LOCALE } from '#shared/constants.ts'
import { createConflict, createTestDeskClient } from '#tests/setup/photo-desk/test-cma.ts'
import { createTestPhotoEntry, createTestPictures } from '#tests/setup/photo-desk/test-pictures.ts'
import { hasChanges } from './entry-edit.ts'
import { createEntryEdits } from './entry-edits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Texts = Readonly<Record<string, string>>

function createEntry(texts: Texts, version = 1): SpaceEntry {
  const fields = Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, { [LOCALE]: text }]))
  return { ...createTestPhotoEntry('photo', { version }), fields }
}

const getTexts = ({ fields }: Pick<SpaceEntry, 'fields'>) =>
  Object.fromEntries(Object.entries(fields).map(([field, values]) => [field, values[LOCALE]]))

/** Creates edits of one entry in a space that detects version conflicts, with a storage that a reload keeps. */
function createTestSpace(texts: Texts) {
  let saved: SpaceEntry | undefined = createEntry(texts)
  let known: SpaceEntry | undefined = saved
  /** The entry of the picture with the key `file`, when it is added. */
  let addedEntryId: string | undefined
  const getSpacePictures = () => known && createTestPictures({ entries: [known] })
  const fetchSpacePictures = vi.fn(async () => createTestPictures({ entries: known ? [known] : [] }))
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
  const create = (usedStorage: EditStorage | null = storage) =>
    createEntryEdits({
      space: {
        client,
        getSpacePictures,
        fetchSpacePictures,
        updateSpacePictures: ({ entries = [] }) => {
          known = entries[0]
        },
      },
      storage: usedStorage ?? undefined,
      userId: 'me',
      getEntryId: (key) => (key === 'file' ? addedEntryId : key),
    })
  return {
    edits: create(),
    /** Edits that the browser's database does not take. */
    createUnpersisted: () =>
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
    changeAsOther: (changes: Texts, userId = 'other') => {
      if (saved) saved = createEntry({ ...getTexts(saved), ...changes }, saved.sys.version + 1)
      if (saved) saved.sys.updatedBy = { sys: { type: 'Link', linkType: 'User', id: userId } }
    },
    /** Ends the upload of the picture with the key `file`. */
    addFile: () => {
      addedEntryId = 'photo'
    },
    fetchSpacePictures,
    storage,
    create,
    deleteAsOther: () => {
      saved = undefined
    },
  }
}

/** Texts that were removed with their picture. */
const REMOVED = { name: 'copy.jpg', error: 'The file is skipped', duplicateKey: 'photo' }

const waitForSave = () => vi.advanceTimersByTimeAsync(1_000)

test('§10.26 saves an entry once, shortly after its last change', async () => {
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
  ['mine', 'My text, longer', 'me'],
  ['theirs', 'Their text', 'other'],
] as const)('§10.36 a conflict about the same field ends with the choice %s', async (choice, altText, userId) => {
  const { edits, changeAsOther, readTexts } = createTestSpace({ altText: 'A crew' })
  changeAsOther({ altText: 'Their text' }, userId)
  edits.change('photo', { altText: 'My text', caption: 'My caption' })
  await waitForSave()
  expect(edits.store.getState().get('photo')).toMatchObject({ status: 'conflict', theirs: { altText: 'Their text' } })
  edits.change('photo', { altText: 'My text, longer' })
  await waitForSave()
  expect(edits.store.getState().get('photo')).toMatchObject({
    status: 'conflict',
    values: { altText: 'My text, longer' },
    theirs: { altText: 'Their text' },
    isTheirsOwn: userId === 'me',
  })
  expect(readTexts()).toEqual({ altText: 'Their text' })

  edits.resolveConflict('photo', choice)
  await waitForSave()
  expect(readTexts()).toEqual({ altText, caption: 'My caption' })
  expect(edits.store.getState().size).toBe(0)
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
  const { edits, create, createUnpersisted, onUpdate, readTexts } = createTestSpace({ altText: 'A crew' })
  edits.change('photo', { altText: 'Kept' })
  await vi.advanceTimersByTimeAsync(0)
  expect(edits.hasUnpersistedChanges()).toBe(false)
  await waitForSave()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  onUpdate.mockRejectedValueOnce(new RequestError('Contentful does not respond', { status: 0 }))
  for (const unpersisted of [createUnpersisted(), create(null)]) {
    unpersisted.change('photo', { altText: 'My text' })
    await vi.advanceTimersByTimeAsync(0)
    expect(unpersisted.hasUnpersistedChanges()).toBe(true)
    await waitForSave()
    await unpersisted.saveAll()
    expect(readTexts()).toEqual({ altText: 'My text' })
    expect(unpersisted.hasUnpersistedChanges()).toBe(false)
  }
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

test('§10.36 finds a conflict with a change that was made while the page was closed', async () => {
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

test('§10.30 keeps the text of a deleted entry until it is discarded', async () => {
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

test('the texts of a file that is being added are saved when its picture exists, and are kept under the id of the entry', async () => {
  const { edits, addFile, onUpdate, stored, readTexts } = createTestSpace({})
  edits.change('file', { altText: 'A crew' }, 'crew.jpg')
  await edits.saveAll()
  await waitForSave()
  expect(onUpdate).not.toHaveBeenCalled()
  expect(stored).toEqual(
    new Map([['file', expect.objectContaining({ name: 'crew.jpg', values: { altText: 'A crew' } })]]),
  )
  addFile()
  await edits.persistAgain('file')
  expect([...stored.keys()]).toEqual(['photo'])
  edits.change('file', { altText: 'A crew at work' })
  expect(edits.store.getState().get('file')?.name).toBe('crew.jpg')
  await edits.save('file')
  expect(readTexts()).toEqual({ altText: 'A crew at work' })
  expect(stored.size).toBe(0)
})

test('a text is kept before it is sent, so that a crash does not make it the text of somebody else', async () => {
  const { create, storage, stored, onUpdate, readTexts, reload } = createTestSpace({ altText: 'A crew' })
  const slow = create({
    ...storage,
    put: async (id, edit) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      return stored.set(id, edit)
    },
  })
  slow.change('photo', { altText: 'A crew a' })
  await vi.advanceTimersByTimeAsync(400)
  slow.change('photo', { altText: 'A crew at work' })
  const crashed = new Map<string, EntryEdit>()
  onUpdate.mockImplementationOnce(async () => {
    for (const [id, edit] of stored) crashed.set(id, edit)
  })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(readTexts()).toEqual({ altText: 'A crew at work' })
  for (const [id, edit] of crashed) stored.set(id, edit)
  const restored = reload()
  await restored.restore()
  expect(restored.store.getState().get('photo')).toMatchObject({ sent: { altText: 'A crew at work' } })
  await waitForSave()
  expect(restored.store.getState().size).toBe(0)
})

test('a browser that does not respond delays no save for more than two seconds', async () => {
  const { create, storage, readTexts } = createTestSpace({ altText: 'A crew' })
  const edits = create({ ...storage, put: () => new Promise(() => {}) })
  edits.change('photo', { altText: 'A crew at work' })
  await vi.advanceTimersByTimeAsync(3_000)
  expect(readTexts()).toEqual({ altText: 'A crew at work' })
})

test('a restored text is saved after the entries are fetched, which would replace it by an older one', async () => {
  const { fetchSpacePictures, onUpdate, edits, reload } = createTestSpace({ altText: 'A crew' })
  edits.change('photo', { altText: 'A crew at work' })
  vi.clearAllTimers() // the page closes before it saves
  const { promise: fetched, resolve: fetch } = Promise.withResolvers<SpacePictures>()
  fetchSpacePictures.mockReturnValueOnce(fetched)
  await reload().restore()
  await waitForSave()
  expect(onUpdate).not.toHaveBeenCalled()
  fetch(createTestPictures({ entries: [] }))
  await waitForSave()
  expect(onUpdate).toHaveBeenCalledTimes(1)
})

test('§10.30 the texts of a picture that is not added stay, over a reload too, until they are discarded', async () => {
  const { edits, stored, onUpdate, reload } = createTestSpace({})
  edits.change('file', { altText: 'A crew', caption: null }, 'copy.jpg')
  expect(edits.remove('file', REMOVED, { caption: 'Texas' })).toBe(true)
  expect(edits.remove('file', { error: 'Removed again' }, {})).toBe(false)
  edits.change('file', { caption: 'Ohio' })
  await edits.saveAll()
  const expected = { name: 'copy.jpg', status: 'removed', error: 'The file is skipped', duplicateKey: 'photo' }
  const values = { altText: 'A crew', caption: 'Ohio' }
  expect(edits.store.getState().get('file')).toMatchObject({ ...expected, values })
  const restored = reload()
  await restored.restore()
  await waitForSave()
  expect(restored.store.getState().get('file')).toMatchObject({ ...expected, values })
  expect(onUpdate).not.toHaveBeenCalled()
  restored.discard('file')
  await waitForSave()
  expect(stored.size).toBe(0)
})

test('a picture without texts leaves nothing when it is not added, and one whose texts are used nothing after a reload', async () => {
  const { edits, stored } = createTestSpace({})
  edits.change('file', { altText: null })
  expect(edits.remove('file', REMOVED, {})).toBe(false)
  expect(edits.store.getState().size).toBe(0)
  edits.change('file', { altText: 'A crew' })
  edits.remove('file', REMOVED, {})
  edits.change('file', { altText: null })
  await waitForSave()
  expect(stored.size).toBe(0)
  edits.change('file', { altText: 'A crew' }) // undone
  expect(edits.store.getState().get('file')).toMatchObject({ status: 'removed', values: { altText: 'A crew' } })
})

test.each([
  ['a text that is emptied', 'failed', { caption: null }, true],
  ['a removed picture with a text', 'removed', { altText: 'A crew', caption: null }, true],
  ['a removed picture whose text is used', 'removed', { altText: null }, false],
] as const)('the edit of %s: there is something to lose: %s, %o, %s', (_, status, values, expected) => {
  expect(hasChanges({ values, before: {}, status })).toBe(expected)
})

test('a text that is being saved when its picture is removed stays', async () => {
  const { edits, addFile, onUpdate } = createTestSpace({})
  addFile()
  onUpdate.mockImplementationOnce(async () => void edits.remove('file', REMOVED, {}))
  edits.change('file', { altText: 'A crew' })
  await waitForSave()
  expect(edits.store.getState().get('file')).toMatchObject({ status: 'removed', values: { altText: 'A crew' } })
})
