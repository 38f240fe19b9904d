import { createStore } from 'zustand/vanilla'
import { repeatOnConflict } from '#cms/photo-desk/client/desk-client.ts'
import type { EditStorage } from '#cms/photo-desk/client/desk-database.ts'
import { toRequestError } from '#cms/photo-desk/client/request-error.ts'
import type { EntryValues, SpaceAccess, SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import { wait } from '#shared/wait.ts'
import { addValues, applyEdit, endSave, findTheirs, hasChanges, hasText, resolveConflict } from './entry-edit.ts'

interface EntryEditsOptions {
  readonly space: Pick<SpaceAccess, 'client' | 'getSpacePictures' | 'fetchSpacePictures' | 'updateSpacePictures'>
  /** `undefined` if the browser stores nothing. */
  readonly storage: EditStorage | undefined
  /** The id of the editor in Contentful. */
  readonly userId: string
  /** Returns the id of the entry of a picture; `undefined` while its file is being added. */
  readonly getEntryId: (key: string) => string | undefined
}

/** ms after the last keystroke until the texts of an entry are saved. */
const SAVE_DELAY_MS = 800

/** ms; a browser that has not stored a text until then does not delay its save. */
const MAX_PERSIST_MS = 2_000

/** A picture that is not added, and why: a sentence. */
type RemovedPicture = Pick<EntryEdit, 'name' | 'error' | 'duplicateKey'>

export type EntryEdits = ReturnType<typeof createEntryEdits>

/**
 * Creates the store of unsaved field changes, by the key of their picture. It saves each entry as a draft shortly after its
 * last change, or when the entry exists, and keeps the changes in the browser's database until they are saved. A field that
 * was saved with another value meanwhile is a conflict, which the editor resolves; other fields are merged.
 */
export function createEntryEdits({ space, storage, userId, getEntryId }: EntryEditsOptions) {
  const store = createStore<ReadonlyMap<string, EntryEdit>>(() => new Map())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const lastSaves = new Map<string, Promise<void>>()
  const storedIds = new Map<string, string>()
  const unpersistedKeys = new Set<string>()
  const getEdit = (key: string) => store.getState().get(key)
  const getEntry = (key: string) => space.getSpacePictures()?.entries.get(getEntryId(key) ?? '')
  /** The id by which an edit finds its picture after a reload: that of the entry, or of the unfinished upload. */
  const getStoredId = (key: string) => getEntryId(key) ?? key

  /** Replaces the edit. One that is pending is saved soon. Resolves when the browser keeps it. */
  function set(key: string, edit: EntryEdit | undefined): Promise<void> {
    const edits = new Map(store.getState())
    if (edit) edits.set(key, edit)
    else edits.delete(key)
    store.setState(edits, true)
    clearTimeout(timers.get(key))
    if (edit?.status === 'pending') timers.set(key, setTimeout(save, SAVE_DELAY_MS, key))
    return persist(key, edit)
  }

  /** The requests to the database are made in the order of the calls, so that the last one counts. */
  async function persist(key: string, edit: EntryEdit | undefined): Promise<void> {
    const storedId = getStoredId(key)
    const ids = new Set([storedIds.get(key) ?? key, storedId])
    storedIds.set(key, storedId)
    const stored = edit?.duplicateKey === undefined ? edit : { ...edit, duplicateKey: getStoredId(edit.duplicateKey) }
    const isNeeded = stored !== undefined && hasChanges(stored)
    const write = (id: string) => (isNeeded && id === storedId ? storage?.put(id, stored) : storage?.delete(id))
    try {
      await Promise.all(Array.from(ids, write))
      if (isNeeded && !storage) unpersistedKeys.add(key)
      else unpersistedKeys.delete(key)
    } catch (error) {
      unpersistedKeys.add(key)
      console.warn('An unsaved text is not kept over a reload:', error)
    }
  }

  /** Saves the changes of one picture now, after a running save. Does not reject: the edit has the error. */
  function save(key: string): Promise<void> {
    clearTimeout(timers.get(key))
    const lastSave = (lastSaves.get(key) ?? Promise.resolve()).then(() => saveOnce(key))
    lastSaves.set(key, lastSave)
    return lastSave
  }

  async function saveOnce(key: string): Promise<void> {
    const [saved, entryId] = [getEdit(key), getEntryId(key)]
    if (!saved || entryId === undefined || saved.status === 'conflict' || saved.status === 'removed') return
    const sent = { ...saved.sent, ...saved.values }
    const persisted = set(key, { ...saved, sent, status: 'saving', error: undefined })
    try {
      // A browser that crashes after the request must know what was sent: it is no change of somebody else.
      await Promise.race([persisted, wait(MAX_PERSIST_MS)])
      const { entry, theirs } = await writeEntry(key, entryId, saved)
      space.updateSpacePictures({ entries: [entry] })
      const edit = getEdit(key)
      const isTheirsOwn = entry.sys.updatedBy?.sys.id === userId
      if (edit && edit.status !== 'removed')
        void set(key, theirs ? { ...edit, status: 'conflict', theirs, isTheirsOwn } : endSave(edit, saved.values))
    } catch (error) {
      const edit = getEdit(key)
      // What was changed meanwhile is saved on its own.
      if (edit?.status === 'saving') void set(key, { ...edit, status: 'failed', error: toRequestError(error).message })
    }
  }

  /** Resolves with the saved entry, or with the unchanged entry and the other values that the same fields have. */
  async function writeEntry(
    key: string,
    entryId: string,
    edit: EntryEdit,
  ): Promise<{ readonly entry: SpaceEntry; readonly theirs?: EntryValues }> {
    // None of them may replace a saved entry. Without them, the entry is read alone.
    await space.fetchSpacePictures().catch(() => {})
    let known = getEntry(key)
    return repeatOnConflict(async () => {
      const entry = known ?? (await space.client.send((cma) => cma.entry.get({ entryId })))
      known = undefined
      const theirs = findTheirs(edit, entry)
      if (Object.keys(theirs).length > 0) return { entry, theirs }
      const draft = applyEdit(edit, entry)
      return { entry: draft ? await space.client.send((cma) => cma.entry.update({ entryId }, draft)) : entry }
    })
  }

  return {
    store,
    /** Returns the unsaved values of a picture. */
    getValues: (key: string): EntryValues => getEdit(key)?.values ?? {},
    /** Changes fields of a picture, and saves them soon. `name`: its name, for the editor. */
    change: (key: string, values: EntryValues, name = getEdit(key)?.name) =>
      void set(key, { ...addValues(getEdit(key), values, getEntry(key)), name }),
    /** Resolves when the changes are saved, have failed, are a conflict, or have no entry yet. */
    save,
    discard: (key: string) => void set(key, undefined),
    /** Keeps the texts of a picture that is not added, until the editor uses or discards them. Returns whether there are any. */
    remove: (key: string, removed: RemovedPicture, savedTexts: EntryValues): boolean => {
      const edit = getEdit(key)
      if (edit?.status === 'removed') return false
      const values = { ...savedTexts, ...edit?.values }
      const removedEdit: EntryEdit = { ...removed, values, before: {}, status: 'removed' }
      void set(key, hasText(removedEdit) ? removedEdit : undefined)
      return hasText(removedEdit)
    },
    /** Stores the texts of a picture, and those that are offered for it, under the id of its entry. */
    persistAgain: async (key: string) => {
      const edits = [...store.getState()].filter(([id, { duplicateKey }]) => id === key || duplicateKey === key)
      await Promise.all(edits.map(([id, edit]) => persist(id, edit)))
    },
    /** Saves all changes now, those that have failed included. Resolves when each is saved, has failed or is a conflict. */
    saveAll: async () => {
      await Promise.all([...store.getState().keys()].map(save))
    },
    /** Ends a conflict: saves the editor's own values, or takes the other ones. */
    resolveConflict: (key: string, choice: 'mine' | 'theirs') => {
      const edit = getEdit(key)
      if (edit?.status === 'conflict') void set(key, resolveConflict(edit, choice))
    },
    /** Whether closing the page would lose changes, because the browser does not keep them. */
    hasUnpersistedChanges: () => [...unpersistedKeys].some(getEdit),
    /** Loads the changes that a closed or reloaded page has left, and saves them. */
    restore: async () => {
      for (const [key, stored] of (await storage?.readAll()) ?? [])
        if (!getEdit(key)) void set(key, stored.status === 'removed' ? stored : { ...stored, status: 'pending' })
    },
  }
}
