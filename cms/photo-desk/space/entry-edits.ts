import { createStore } from 'zustand/vanilla'
import type { DeskClient } from './desk-client.ts'
import {
  addValues,
  applyEdit,
  type EntryEdit,
  endSave,
  findTheirs,
  getStored,
  resolveConflict,
  type StoredEdit,
  startSave,
} from './entry-edit.ts'
import { hasStatus, toRequestError } from './request-error.ts'
import type { EntryValues, SpaceEntry } from './space-pictures.ts'

/** Keeps the edits of one picture type over a reload, by the id of their entry. */
export interface EditStorage {
  readonly readAll: () => Promise<ReadonlyMap<string, StoredEdit>>
  readonly put: (id: string, edit: StoredEdit) => Promise<unknown>
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

/** Attempts to save when others save the same entry at the same time. */
const MAX_ATTEMPTS = 4

export type EntryEdits = ReturnType<typeof createEntryEdits>

/**
 * Creates the store of unsaved field changes. It saves each entry as a draft shortly after its last change, and keeps the
 * changes in the browser's database until they are saved. A field that somebody else has changed meanwhile is a conflict,
 * which the editor resolves; other fields are merged.
 */
export function createEntryEdits(options: EntryEditsOptions) {
  const store = createStore<ReadonlyMap<string, EntryEdit>>(() => new Map())
  const entries = new Map<string, EditedEntry>()

  function open(id: string): EditedEntry {
    const entry = entries.get(id) ?? new EditedEntry(id, options, (edit) => show(id, edit))
    entries.set(id, entry)
    return entry
  }

  function show(id: string, edit: EntryEdit | undefined): void {
    const edits = new Map(store.getState())
    if (edit) edits.set(id, edit)
    else edits.delete(id)
    store.setState(edits, true)
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
  edit: EntryEdit | undefined
  isKept = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastSave = Promise.resolve()
  readonly #id: string
  readonly #options: EntryEditsOptions
  readonly #onChange: (edit: EntryEdit | undefined) => void

  constructor(id: string, options: EntryEditsOptions, onChange: (edit: EntryEdit | undefined) => void) {
    this.#id = id
    this.#options = options
    this.#onChange = onChange
  }

  /** Replaces the edit. One that is pending is saved soon. */
  set(edit: EntryEdit | undefined): void {
    this.edit = edit
    this.#onChange(edit)
    void this.#keep(edit)
    clearTimeout(this.#timer)
    if (edit?.status === 'pending') this.#timer = setTimeout(() => void this.save(), SAVE_DELAY_MS)
  }

  async #keep(edit: EntryEdit | undefined): Promise<void> {
    const { storage } = this.#options
    try {
      await (edit ? storage?.put(this.#id, getStored(edit)) : storage?.delete(this.#id))
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
    if (this.edit?.theirs) this.set(resolveConflict(this.edit, choice))
  }

  restore(stored: StoredEdit): void {
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
      this.set(theirs ? { ...getStored(this.edit), status: 'conflict', theirs } : endSave(this.edit, saved.values))
    } catch (error) {
      // What was changed meanwhile is saved on its own.
      if (this.edit?.status === 'saving')
        this.set({ ...this.edit, status: 'failed', error: toRequestError(error).message })
    }
  }

  /** Resolves with the saved entry, or with the unchanged entry and the values of another editor for the same fields. */
  async #write(edit: EntryEdit): Promise<{ readonly entry: SpaceEntry; readonly theirs?: EntryValues }> {
    const { client, getEntry } = this.#options
    const entryId = this.#id
    let entry = getEntry(entryId)
    for (let attempts = 1; ; attempts += 1) {
      entry ??= await client.send((cma) => cma.entry.get({ entryId }))
      const theirs = findTheirs(edit, entry)
      if (Object.keys(theirs).length > 0) return { entry, theirs }
      const draft = applyEdit(edit, entry)
      if (!draft) return { entry }
      try {
        return { entry: await client.send((cma) => cma.entry.update({ entryId }, draft)) }
      } catch (error) {
        if (!hasStatus(error, 409) || attempts === MAX_ATTEMPTS) throw error
        entry = undefined
      }
    }
  }
}
