import { type EntryValues, getText, type SpaceEntry } from '#cms/photo-desk/client/space-pictures.ts'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import { LOCALE } from '#shared/constants.ts'

/** Adds values to an edit. A conflict stays one until the editor resolves it. */
export function addValues(edit: EntryEdit | undefined, values: EntryValues, saved: SpaceEntry | undefined): EntryEdit {
  const isStopped = edit?.status === 'conflict' || edit?.status === 'removed'
  return {
    ...edit,
    values: { ...edit?.values, ...values },
    before: { ...mapValues(values, (field) => getValue(saved, field)), ...edit?.before },
    status: isStopped ? edit.status : 'pending',
    error: isStopped ? edit.error : undefined,
  }
}

/** What remains of an edit after `saved` values are saved: those that the editor has changed meanwhile. */
export function endSave({ name, values, before }: EntryEdit, saved: EntryValues): EntryEdit | undefined {
  const remaining = selectValues(values, (field) => values[field] !== saved[field])
  return toPending(name, remaining, { ...before, ...saved })
}

/** Ends a conflict with the editor's own values, or with the other ones. */
export function resolveConflict({ name, values, before, theirs = {} }: EntryEdit, choice: 'mine' | 'theirs') {
  const chosen = choice === 'mine' ? values : selectValues(values, (field) => !(field in theirs))
  return toPending(name, chosen, { ...before, ...theirs })
}

function toPending(name: string | undefined, values: EntryValues, before: EntryValues): EntryEdit | undefined {
  if (Object.keys(values).length === 0) return undefined
  return { name, values, before: mapValues(values, (field) => before[field] ?? null), status: 'pending' }
}

export const hasText = ({ values }: EntryEdit): boolean => Object.values(values).some(Boolean)

/** Whether something is lost with an edit: of a removed picture only its texts, of others also a text that is emptied. */
export const hasChanges = (edit: EntryEdit): boolean => edit.status !== 'removed' || hasText(edit)

/** Returns values that were saved in the fields of an edit, but not by it. */
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

/** Returns the text of a field; `null` without one. */
export const getValue = (entry: SpaceEntry | undefined, field: string): string | null =>
  (entry && getText(entry, field)) || null

const mapValues = (values: EntryValues, map: (field: string) => string | null): EntryValues =>
  Object.fromEntries(Object.keys(values).map((field) => [field, map(field)]))

const selectValues = (values: EntryValues, isSelected: (field: string) => boolean): EntryValues =>
  Object.fromEntries(Object.entries(values).filter(([field]) => isSelected(field)))
