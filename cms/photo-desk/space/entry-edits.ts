import { createStore, type StoreApi } from 'zustand/vanilla'
import { type DeskClient, repeatOnConflict } from './desk-client.ts'
import type { EditStorage } from './desk-database.ts'
import { addValues, applyEdit, type EntryEdit, endSave, findTheirs, resolveConflict } from './entry-edit.ts'
import { toRequestError } from './request-error.ts'
import type { EntryValues, SpaceEntry } from './space-pictures.ts'

interface EntryEditsOptions {
  readonly client: DeskClient
  /** `undefined` if the browser keeps nothing. */
  readonly storage: EditStorage | undefined
  readonly getEntry: (id: string) => SpaceEntry | undefined
  /** Called with the entry as Contentful has saved or returned it. */
  readonly onSaved: (entry: SpaceEntry) => void
}

/** ms after the last keystroke until the texts of an entry are saved. */
const SAVE_DELAY_MS = 800

/**
 * Creates the store of unsaved field changes. It saves each entry as a draft shortly after its last change, and keeps the
 * changes in the browser's database until they are saved. A field that somebody else has changed meanwhile is a conflict,
 * which the editor resolves; other fields are merged.
 */
export function createEntryEdits(options: EntryEditsOptions) {
  const store = createStore<ReadonlyMap<string, EntryEdit>>(() => new Map())
  const entries = new Map<string, ReturnType<typeof createEditedEntry>>()

  function open(id: string) {
    const entry = entries.get(id) ?? createEditedEntry(id, options, store)
    entries.set(id, entry)
    return entry
  }

  return {
    /** The unsaved changes by the id of their entry. */
    store,
    /** Changes fields of an entry, and saves them soon. */
    change: (id: string, values: EntryValues) => open(id).change(values),
    /** Saves the changes of one entry now. Resolves when they are saved, have failed or are a conflict. */
    save: (id: string) => open(id).save(),
    /** Forgets the changes of an entry. */
    discard: (id: string) => open(id).set(undefined),
    /** Saves all changes now, those that have failed included. Resolves when each is saved, has failed or is a conflict. */
    saveAll: async () => {
      await Promise.all([...store.getState().keys()].map((id) => open(id).save()))
    },
    /** Ends a conflict: saves the editor's own values, or takes those of the other editor. */
    resolveConflict: (id: string, choice: 'mine' | 'theirs') => open(id).resolveConflict(choice),
    /** Whether closing the page would lose changes, because the browser does not keep them. */
    hasUnkeptChanges: () => [...entries.values()].some(({ isUnkept }) => isUnkept()),
    /** Loads the changes that a closed or reloaded page has left, and saves them. */
    restore: async () => {
      for (const [id, stored] of (await options.storage?.readAll()) ?? []) open(id).restore(stored)
    },
  }
}

/** Creates what saves the unsaved changes of one entry, and keeps them in the browser until they are saved. */
function createEditedEntry(
  entryId: string,
  { client, storage, getEntry, onSaved }: EntryEditsOptions,
  store: StoreApi<ReadonlyMap<string, EntryEdit>>,
) {
  let isKept = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastSave = Promise.resolve()
  const getEdit = () => store.getState().get(entryId)

  /** Replaces the edit. One that is pending is saved soon. */
  function set(edit: EntryEdit | undefined): void {
    const edits = new Map(store.getState())
    if (edit) edits.set(entryId, edit)
    else edits.delete(entryId)
    store.setState(edits, true)
    void keep(edit)
    clearTimeout(timer)
    if (edit?.status === 'pending') timer = setTimeout(() => void save(), SAVE_DELAY_MS)
  }

  async function keep(edit: EntryEdit | undefined): Promise<void> {
    try {
      await (edit ? storage?.put(entryId, edit) : storage?.delete(entryId))
      isKept = storage !== undefined
    } catch (error) {
      isKept = false
      console.warn('An unsaved text is not kept over a reload:', error)
    }
  }

  /** Saves the changes after a running save. Does not reject: the edit has the error. */
  function save(): Promise<void> {
    clearTimeout(timer)
    lastSave = lastSave.then(saveOnce)
    return lastSave
  }

  async function saveOnce(): Promise<void> {
    const saved = getEdit()
    if (!saved || saved.status === 'conflict') return
    set({ ...saved, sent: { ...saved.sent, ...saved.values }, status: 'saving', error: undefined })
    try {
      const { entry, theirs } = await write(saved)
      onSaved(entry)
      const edit = getEdit()
      if (edit) set(theirs ? { ...edit, status: 'conflict', theirs } : endSave(edit, saved.values))
    } catch (error) {
      const edit = getEdit()
      // What was changed meanwhile is saved on its own.
      if (edit?.status === 'saving') set({ ...edit, status: 'failed', error: toRequestError(error).message })
    }
  }

  /** Resolves with the saved entry, or with the unchanged entry and the values of another editor for the same fields. */
  function write(edit: EntryEdit): Promise<{ readonly entry: SpaceEntry; readonly theirs?: EntryValues }> {
    let known = getEntry(entryId)
    return repeatOnConflict(async () => {
      const entry = known ?? (await client.send((cma) => cma.entry.get({ entryId })))
      known = undefined
      const theirs = findTheirs(edit, entry)
      if (Object.keys(theirs).length > 0) return { entry, theirs }
      const draft = applyEdit(edit, entry)
      return { entry: draft ? await client.send((cma) => cma.entry.update({ entryId }, draft)) : entry }
    })
  }

  return {
    set,
    save,
    change: (values: EntryValues) => set(addValues(getEdit(), values, getEntry(entryId))),
    resolveConflict: (choice: 'mine' | 'theirs') => {
      const edit = getEdit()
      if (edit?.status === 'conflict') set(resolveConflict(edit, choice))
    },
    restore: (stored: EntryEdit) => {
      if (!getEdit()) set({ ...stored, status: 'pending' })
    },
    isUnkept: () => getEdit() !== undefined && !isKept,
  }
}
