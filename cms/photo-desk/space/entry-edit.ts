import { LOCALE } from '#shared/constants.ts'
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
  readonly error?: string | undefined
  /** Values that somebody else has saved meanwhile, of fields that are in `values` too. */
  readonly theirs?: EntryValues
}

/** Adds values to an edit. A conflict stays one until the editor resolves it. */
export function addValues(edit: EntryEdit | undefined, values: EntryValues, saved: SpaceEntry | undefined): EntryEdit {
  return {
    ...edit,
    values: { ...edit?.values, ...values },
    before: { ...mapValues(values, (field) => getValue(saved, field)), ...edit?.before },
    status: edit?.status === 'conflict' ? 'conflict' : 'pending',
    error: undefined,
  }
}

/** What remains of an edit after `saved` values are saved: those that the editor has changed meanwhile. */
export function endSave({ values, before }: EntryEdit, saved: EntryValues): EntryEdit | undefined {
  const remaining = selectValues(values, (field) => values[field] !== saved[field])
  return toPending(remaining, { ...before, ...saved })
}

/** Ends a conflict with the editor's own values, or those of the other editor. */
export function resolveConflict({ values, before, theirs = {} }: EntryEdit, choice: 'mine' | 'theirs') {
  const kept = choice === 'mine' ? values : selectValues(values, (field) => !(field in theirs))
  return toPending(kept, { ...before, ...theirs })
}

function toPending(values: EntryValues, before: EntryValues): EntryEdit | undefined {
  if (Object.keys(values).length === 0) return undefined
  return { values, before: mapValues(values, (field) => before[field] ?? null), status: 'pending' }
}

/** Returns the values that somebody else has saved in the fields of an edit. */
export function findTheirs({ values, before, sent }: EntryEdit, saved: SpaceEntry): EntryValues {
  const actual = mapValues(values, (field) => getValue(saved, field))
  return selectValues(
    actual,
    (field) => ![before, values, sent].some((known) => known && field in known && known[field] === actual[field]),
  )
}

/** Returns the entry with the values of an edit; `undefined` if it has them already. A removed value leaves no empty field. */
export function applyEdit({ values }: EntryEdit, entry: SpaceEntry): SpaceEntry | undefined {
  const fields = { ...entry.fields }
  const changed = Object.entries(values).filter(([field, value]) => getValue(entry, field) !== value)
  for (const [field, value] of changed) {
    const { [LOCALE]: _, ...otherLocales } = fields[field] ?? {}
    if (value !== null) fields[field] = { ...otherLocales, [LOCALE]: value }
    else if (Object.keys(otherLocales).length > 0) fields[field] = otherLocales
    else delete fields[field]
  }
  return changed.length > 0 ? { ...entry, fields } : undefined
}

function getValue(entry: SpaceEntry | undefined, field: string): string | null {
  const value: unknown = entry?.fields[field]?.[LOCALE]
  return typeof value === 'string' ? value : null
}

const mapValues = (values: EntryValues, map: (field: string) => string | null): EntryValues =>
  Object.fromEntries(Object.keys(values).map((field) => [field, map(field)]))

const selectValues = (values: EntryValues, isSelected: (field: string) => boolean): EntryValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => isSelected(field)))
