import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import {
  type ContentItem,
  type ContentTypes,
  type EditorContentType,
  getFieldValue,
  getItemState,
  type ItemFields,
  itemSchema,
} from './api-schemas.ts'
import { fetchItemsByIds, getContentType, getLinkedAssetIds, uploadFile } from './content-library.ts'
import type { ItemCollection } from './editor-url.ts'
import { requestManagementApi } from './management-client.ts'

/** Values of the form in the default locale, by field id. `null`: no value. */
export type FormValues = Record<string, unknown>

const toFormValues = ({ fields }: EditorContentType, item: ContentItem): FormValues =>
  Object.fromEntries(fields.map(({ id }) => [id, getFieldValue(item.fields, id) ?? null]))

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

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
export type ItemAction = 'save' | 'publish' | 'unpublish' | 'archive' | 'unarchive' | 'remove'

/** The form of an entry or asset, and the actions on it. Each action throws `ManagementApiError`. */
export function useItemEditor(collection: ItemCollection, initialItem: ContentItem, types: ContentTypes) {
  const type = getContentType(initialItem, types)
  const [item, setItem] = useState(initialItem)
  const latest = useRef(initialItem) // for requests: the state of a render can be older
  const form = useForm<FormValues>({ defaultValues: toFormValues(type, initialItem) })
  const path = `${collection}/${encodeURIComponent(item.sys.id)}`

  // Requests run one by one: two concurrent ones would send the same version, and the second would fail.
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const enqueue = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = queue.current.then(work)
    queue.current = result.catch(() => {})
    return result
  }

  /** Shows another version. Values that differ from `known`, by default from the previous version, are kept. Returns their ids. */
  const show = (next: ContentItem, known = toFormValues(type, latest.current)): readonly string[] => {
    const typed = Object.entries(form.getValues()).filter(([id, value]) => !isEqual(value, known[id]))
    latest.current = next
    setItem(next)
    form.reset(toFormValues(type, next))
    for (const [id, value] of typed) form.setValue(id, value, { shouldDirty: true })
    return typed.map(([id]) => id)
  }
  const put = async (fields: ItemFields, known?: FormValues) => {
    const { sys, metadata } = latest.current
    const body = { metadata, fields }
    show(await requestManagementApi(path, itemSchema, { method: 'PUT', version: sys.version, body }), known)
  }
  const changeState = async (state: 'published' | 'archived', method: 'PUT' | 'DELETE') => {
    const { version } = latest.current.sys
    show(await requestManagementApi(`${path}/${state}`, itemSchema, { method, version }))
  }
  const load = async (known?: FormValues) => show(await requestManagementApi(path, itemSchema), known)

  const actions: Readonly<Record<ItemAction, () => Promise<void>>> = {
    save: async () => {
      const sent = form.getValues()
      const fields = applyFormValues(latest.current.fields, sent)
      if (fields !== latest.current.fields) await put(fields, sent)
    },
    publish: async () => {
      await actions.save()
      await publishFiles(latest.current)
      await changeState('published', 'PUT')
    },
    unpublish: () => changeState('published', 'DELETE'),
    archive: () => changeState('archived', 'PUT'),
    unarchive: () => changeState('archived', 'DELETE'),
    remove: async () => {
      await requestManagementApi(path, z.null(), { method: 'DELETE', version: latest.current.sys.version })
      form.reset(toFormValues(type, latest.current))
    },
  }

  return {
    collection,
    item,
    type,
    types,
    form,
    run: (action: ItemAction) => enqueue(actions[action]),
    hasChanges: () => applyFormValues(latest.current.fields, form.getValues()) !== latest.current.fields,
    /** Loads the version of another editor, and drops what was typed. */
    discardChanges: () => enqueue(() => load(form.getValues())),
    /** Loads the version of another editor, and keeps what was typed. Returns the ids of fields that both have changed. */
    keepChanges: () =>
      enqueue(async () => {
        const before = latest.current.fields
        const kept = await load()
        return kept.filter((id) => !isEqual(before[id], latest.current.fields[id]))
      }),
    /** Saves, and replaces the file of an asset. */
    replaceFile: (file: File) =>
      enqueue(async () => {
        await actions.save()
        return uploadFile(file, latest.current).finally(load)
      }),
  }
}

/** Publishes the draft assets that the entry links to. */
async function publishFiles(item: ContentItem): Promise<void> {
  for (const asset of await fetchItemsByIds('assets', getLinkedAssetIds(item)))
    if (getItemState(asset) === 'draft')
      await requestManagementApi(`assets/${asset.sys.id}/published`, itemSchema, {
        method: 'PUT',
        version: asset.sys.version,
      })
}
