import PQueue from 'p-queue'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import {
  type ContentItem,
  getFieldValue,
  getItemPath,
  getItemState,
  type ItemFields,
  itemSchema,
} from './api-schemas.ts'
import { changeItem, fetchItemsByIds, getContentType, getLinkedAssetIds, uploadFile } from './content-library.ts'
import { addPendingLink } from './linked-entry.ts'
import { requestManagementApi } from './management-client.ts'

/** Values of the form in the default locale, by field id. `null`: no value. */
type FormValues = Record<string, unknown>

const toFormValues = (item: ContentItem): FormValues =>
  Object.fromEntries(getContentType(item).fields.map(({ id }) => [id, getFieldValue(item.fields, id) ?? null]))

export const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Replaces the values that the form has changed. Other fields and locales stay. Returns `fields` itself if none has changed. */
export function applyFormValues(fields: ItemFields, values: FormValues): ItemFields {
  const changes = Object.entries(values).filter(([id, value]) => !isEqual(value, getFieldValue(fields, id) ?? null))
  if (changes.length === 0) return fields
  const edited = { ...fields }
  for (const [id, value] of changes) {
    const { [DEFAULT_LOCALE]: _, ...translations } = edited[id] ?? {}
    if (value !== null) edited[id] = { ...translations, [DEFAULT_LOCALE]: value }
    else if (Object.keys(translations).length > 0) edited[id] = translations
    else delete edited[id]
  }
  return edited
}

export type ItemEditor = ReturnType<typeof useItemEditor>

/** The form of an entry or asset, and the actions on it. Each action throws `ManagementApiError`. */
export function useItemEditor(initialItem: ContentItem) {
  const [item, setItem] = useState(initialItem)
  const latest = useRef(initialItem) // for requests: the state of a render can be older
  const form = useForm<FormValues>({ defaultValues: toFormValues(initialItem) })
  const [contested, setContested] = useState<readonly string[]>([])
  // Of two requests at once, both would send the same version, and the second would fail.
  const [queue] = useState(() => new PQueue({ concurrency: 1 }))

  /** Shows another version. Values that differ from `known`, by default from the previous version, are kept. Returns their ids. */
  const show = (next: ContentItem, known = toFormValues(latest.current)): readonly string[] => {
    const typed = Object.entries(form.getValues()).filter(([id, value]) => !isEqual(value, known[id]))
    latest.current = next
    setItem(next)
    form.reset(toFormValues(next))
    for (const [id, value] of typed) form.setValue(id, value, { shouldDirty: true })
    return typed.map(([id]) => id)
  }
  const load = async (known?: FormValues) =>
    show(await requestManagementApi(getItemPath(initialItem.sys), itemSchema), known)
  const change = async (method: 'PUT' | 'DELETE', path: string) => {
    show(await changeItem(latest.current, method, path))
  }
  const save = async () => {
    const sent = form.getValues()
    const fields = applyFormValues(latest.current.fields, sent)
    if (fields !== latest.current.fields) {
      show(await changeItem(latest.current, 'PUT', '', fields), sent)
      await addPendingLink(latest.current)
    }
    setContested([])
  }
  const actions = {
    save,
    publish: async () => {
      await save()
      for (const asset of await fetchItemsByIds('assets', getLinkedAssetIds(latest.current)))
        if (getItemState(asset) === 'draft') await changeItem(asset, 'PUT', '/published')
      await change('PUT', '/published')
    },
    unpublish: () => change('DELETE', '/published'),
    archive: () => change('PUT', '/archived'),
    unarchive: () => change('DELETE', '/archived'),
    remove: async () => {
      await changeItem(latest.current, 'DELETE')
      form.reset(toFormValues(latest.current))
    },
  }

  return {
    item,
    form,
    type: getContentType(item),
    /** Ids of the fields that both have changed since the last save: the form has one text, `item` that of the other editor. */
    contested,
    hasChanges: () => applyFormValues(latest.current.fields, form.getValues()) !== latest.current.fields,
    run: (action: keyof typeof actions) => queue.add(actions[action]),
    /** Loads the version of another editor, and drops what was typed. */
    discardChanges: () => queue.add(() => load(form.getValues())),
    /** Loads the version of another editor, and keeps what was typed. Returns the ids of fields that both have changed. */
    mergeChanges: () =>
      queue.add(async () => {
        const before = latest.current.fields
        const typed = await load()
        const both = typed.filter((id) => contested.includes(id) || !isEqual(before[id], latest.current.fields[id]))
        setContested(both)
        return both
      }),
    /** Saves, and replaces the file of an asset. */
    replaceFile: (file: File) =>
      queue.add(async () => {
        await save()
        return uploadFile(file, latest.current).finally(load)
      }),
  }
}
