import { createStore, type StoreApi } from 'zustand/vanilla'
import { type DeskClient, repeatOnConflict } from './desk-client.ts'
import { addValues, applyEdit, type EntryEdit, endSave, findTheirs, resolveConflict, startSave } from './entry-edit.ts'
import { toRequestError } from './request-error.ts'
import type { EntryValues, SpaceEntry } from './space-pictures.ts'

/** Keeps the edits of one picture type over a reload, by the id of their entry. */
export interface EditStorage {
  readonly readAll: () => Promise<ReadonlyMap<string, EntryEdit>>
  readonly put: (id: string, edit: EntryEdit) => Promise<unknown>
  readonly delete: (id: string) => Promise<unknown>
}

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
  const entries = new Map<string, EditedEntry>()

  function open(id: string): EditedEntry {
    const entry = entries.get(id) ?? new EditedEntry(id, options, store)
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
    hasUnkeptChanges: () => [...entries.values()].some(({ edit, isKept }) => edit && !isKept),
    /** Loads the changes that a closed or reloaded page has left, and saves them. */
    restore: async () => {
      for (const [id, stored] of (await options.storage?.readAll()) ?? []) open(id).restore(stored)
    },
  }
}

/** An entry with its unsaved changes: when they are saved, and whether the browser keeps them until then. */
class EditedEntry {
  isKept = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastSave = Promise.resolve()
  readonly #id: string
  readonly #options: EntryEditsOptions
  readonly #store: StoreApi<ReadonlyMap<string, EntryEdit>>

  constructor(id: string, options: EntryEditsOptions, store: StoreApi<ReadonlyMap<string, EntryEdit>>) {
    this.#id = id
    this.#options = options
    this.#store = store
  }

  get edit(): EntryEdit | undefined {
    return this.#store.getState().get(this.#id)
  }

  /** Replaces the edit. One that is pending is saved soon. */
  set(edit: EntryEdit | undefined): void {
    const edits = new Map(this.#store.getState())
    if (edit) edits.set(this.#id, edit)
    else edits.delete(this.#id)
    this.#store.setState(edits, true)
    void this.#keep(edit)
    clearTimeout(this.#timer)
    if (edit?.status === 'pending') this.#timer = setTimeout(() => void this.save(), SAVE_DELAY_MS)
  }

  async #keep(edit: EntryEdit | undefined): Promise<void> {
    const { storage } = this.#options
    try {
      await (edit ? storage?.put(this.#id, edit) : storage?.delete(this.#id))
      this.isKept = storage !== undefined
    } catch (error) {
      this.isKept = false
      console.warn('An unsaved text is not kept over a reload:', error)
    }
  }

  change(values: EntryValues): void {
    this.set(addValues(this.edit, values, this.#options.getEntry(this.#id)))
  }

  resolveConflict(choice: 'mine' | 'theirs'): void {
    if (this.edit?.status === 'conflict') this.set(resolveConflict(this.edit, choice))
  }

  restore(stored: EntryEdit): void {
    if (!this.edit) this.set({ ...stored, status: 'pending' })
  }

  /** Saves the changes after a running save. Does not reject: the edit has the error. */
  save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#lastSave = this.#lastSave.then(() => this.#saveOnce())
    return this.#lastSave
  }

  async #saveOnce(): Promise<void> {
    const saved = this.edit
    if (!saved || saved.status === 'conflict') return
    this.set(startSave(saved))
    try {
      const { entry, theirs } = await this.#write(saved)
      this.#options.onSaved(entry)
      if (!this.edit) return
      this.set(theirs ? { ...this.edit, status: 'conflict', theirs } : endSave(this.edit, saved.values))
    } catch (error) {
      // What was changed meanwhile is saved on its own.
      if (this.edit?.status === 'saving')
        this.set({ ...this.edit, status: 'failed', error: toRequestError(error).message })
    }
  }

  /** Resolves with the saved entry, or with the unchanged entry and the values of another editor for the same fields. */
  #write(edit: EntryEdit): Promise<{ readonly entry: SpaceEntry; readonly theirs?: EntryValues }> {
    const { client, getEntry } = this.#options
    const entryId = this.#id
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
}
