import { createStore } from 'zustand/vanilla'
import { LOCALE } from '#shared/constants.ts'
import type { DeskClient } from './desk-client.ts'
import { hasStatus, toRequestError } from './request-error.ts'
import type { EntryValues, SpaceEntry } from './space-pictures.ts'

/** Changed fields of an entry that are not saved yet. */
export interface EntryEdit {
  readonly values: EntryValues
  /** The values that the entry had when the editor changed them. */
  readonly before: EntryValues
  /** Values of a save whose response is not known: it may have taken effect, and is no change of somebody else. */
  readonly sent?: EntryValues
  readonly status: 'pending' | 'saving' | 'failed' | 'conflict'
  /** Why they are not saved: a sentence. */
  readonly error?: string
  /** Values that somebody else has saved meanwhile, of fields that are in `values` too. */
  readonly theirs?: EntryValues
}

/** What the browser's database keeps of an edit. */
export type StoredEdit = Pick<EntryEdit, 'values' | 'before' | 'sent'>

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
export function createEntryEdits({ client, storage, getEntry, onSaved }: EntryEditsOptions) {
  const store = createStore<ReadonlyMap<string, EntryEdit>>(() => new Map())
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const running = new Map<string, Promise<void>>()
  /** Entries whose changes are only in the memory of the page. */
  const unkept = new Set<string>()

  const get = (id: string) => store.getState().get(id)
  const getValue = (entry: SpaceEntry | undefined, field: string): string | null => {
    const value: unknown = entry?.fields[field]?.[LOCALE]
    return typeof value === 'string' ? value : null
  }

  function put(id: string, edit: EntryEdit | undefined): void {
    const edits = new Map(store.getState())
    if (edit) edits.set(id, edit)
    else edits.delete(id)
    store.setState(edits, true)
    void keep(id, edit)
  }

  async function keep(id: string, edit: EntryEdit | undefined): Promise<void> {
    if (!storage) unkept.add(id)
    try {
      await (edit ? storage?.put(id, getStored(edit)) : storage?.delete(id))
      if (storage) unkept.delete(id)
    } catch (error) {
      unkept.add(id)
      console.warn('An unsaved text is not kept over a reload:', error)
    }
  }

  /** Changes fields of an entry, and saves them soon. */
  function change(id: string, values: EntryValues): void {
    const entry = getEntry(id)
    const edit = get(id)
    const before = Object.fromEntries(Object.keys(values).map((field) => [field, getValue(entry, field)]))
    const changed = {
      ...(edit && getStored(edit)),
      values: { ...edit?.values, ...values },
      before: { ...before, ...edit?.before },
    }
    if (edit?.status === 'conflict') put(id, { ...edit, ...changed })
    else {
      put(id, { ...changed, status: 'pending' })
      scheduleSave(id)
    }
  }

  function scheduleSave(id: string): void {
    clearTimeout(timers.get(id))
    timers.set(
      id,
      setTimeout(() => void save(id), SAVE_DELAY_MS),
    )
  }

  /** Saves the changes of an entry after a running save. Does not reject: the edit has the error. */
  function save(id: string): Promise<void> {
    clearTimeout(timers.get(id))
    timers.delete(id)
    const saved = (running.get(id) ?? Promise.resolve()).then(() => saveOnce(id))
    running.set(id, saved)
    return saved
  }

  async function saveOnce(id: string): Promise<void> {
    const edit = get(id)
    if (!edit || edit.status === 'conflict') return
    put(id, { ...getStored(edit), sent: { ...edit.sent, ...edit.values }, status: 'saving' })
    try {
      const result = await write(id, edit)
      onSaved(result.entry)
      const latest = get(id)
      if (!latest) return
      if (result.theirs) return put(id, { ...getStored(latest), status: 'conflict', theirs: result.theirs })
      const remaining = Object.entries(latest.values).filter(([field, value]) => edit.values[field] !== value)
      if (remaining.length === 0) return put(id, undefined)
      const values = Object.fromEntries(remaining)
      // The saved value of a field that was changed again; a field that was changed during the save has its own.
      const before = Object.fromEntries(
        remaining.map(([field]) => [field, (field in edit.values ? edit.values : latest.before)[field] ?? null]),
      )
      put(id, { values, before, status: 'pending' })
      scheduleSave(id)
    } catch (error) {
      const latest = get(id)
      if (latest) put(id, { ...latest, status: 'failed', error: toRequestError(error).message })
    }
  }

  /** Resolves with the saved entry, or with the unchanged entry and the values of another editor for the same fields. */
  async function write(
    id: string,
    { values, before, sent }: StoredEdit,
  ): Promise<{ readonly entry: SpaceEntry; readonly theirs?: EntryValues }> {
    let entry = getEntry(id)
    for (let attempts = 1; ; attempts += 1) {
      entry ??= await client.send((cma) => cma.entry.get({ entryId: id }))
      const conflicts = Object.keys(values).filter((field) => {
        const actual = getValue(entry, field)
        return ![before, values, sent].some((known) => known && field in known && known[field] === actual)
      })
      if (conflicts.length > 0)
        return { entry, theirs: Object.fromEntries(conflicts.map((field) => [field, getValue(entry, field)])) }
      const changed = Object.entries(values).filter(([field, value]) => getValue(entry, field) !== value)
      if (changed.length === 0) return { entry }
      const draft = { ...entry, fields: mergeFields(entry.fields, changed) }
      try {
        return { entry: await client.send((cma) => cma.entry.update({ entryId: id }, draft)) }
      } catch (error) {
        if (!hasStatus(error, 409) || attempts === MAX_ATTEMPTS) throw error
        entry = undefined
      }
    }
  }

  return {
    /** The unsaved changes by the id of their entry. */
    store,
    change,
    /** Saves the changes of one entry now. Resolves when they are saved, have failed or are a conflict. */
    save,
    /** Forgets the changes of an entry. */
    discard: (id: string) => {
      clearTimeout(timers.get(id))
      timers.delete(id)
      put(id, undefined)
    },
    /** Saves all changes now, those that have failed included. Resolves when each is saved, has failed or is a conflict. */
    saveAll: async () => {
      await Promise.all([...store.getState().keys()].map(save))
    },
    /** Ends a conflict: saves the editor's own values, or takes those of the other editor. */
    resolveConflict: (id: string, choice: 'mine' | 'theirs') => {
      const edit = get(id)
      if (!edit?.theirs) return
      const { theirs, values, before } = edit
      const kept = choice === 'mine' ? values : omit(values, Object.keys(theirs))
      if (Object.keys(kept).length === 0) return put(id, undefined)
      put(id, { values: kept, before: { ...before, ...theirs }, status: 'pending' })
      scheduleSave(id)
    },
    /** Whether closing the page would lose changes, because the browser does not keep them. */
    hasUnkeptChanges: () => [...store.getState().keys()].some((id) => unkept.has(id)),
    /** Loads the changes that a closed or reloaded page has left, and saves them. */
    restore: async () => {
      for (const [id, stored] of (await storage?.readAll()) ?? []) {
        if (get(id)) continue
        put(id, { ...stored, status: 'pending' })
        scheduleSave(id)
      }
    },
  }
}

const getStored = ({ values, before, sent }: EntryEdit): StoredEdit => ({ values, before, ...(sent && { sent }) })

const omit = (values: EntryValues, fields: readonly string[]): EntryValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)))

/** Returns the fields with changed values. A removed value leaves no empty field. */
function mergeFields(fields: SpaceEntry['fields'], changed: readonly (readonly [string, string | null])[]) {
  const merged = { ...fields }
  for (const [field, value] of changed) {
    if (value === null) {
      const { [LOCALE]: _, ...otherLocales } = merged[field] ?? {}
      if (Object.keys(otherLocales).length > 0) merged[field] = otherLocales
      else delete merged[field]
    } else merged[field] = { ...merged[field], [LOCALE]: value }
  }
  return merged
}
