import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import {
  type ContentItem,
  getItemState,
  type ItemFields,
  itemSchema,
  parseItemLink,
  parseItemLinks,
} from './api-schemas.ts'
import { fetchItemsByIds } from './content-library.ts'
import type { ItemCollection } from './editor-url.ts'
import { requestInEnvironment } from './management-client.ts'

/** An entry or asset with unsaved changes. */
export interface ItemEditor {
  readonly collection: ItemCollection
  readonly getItem: () => ContentItem
  readonly getFields: () => ItemFields
  readonly hasChanges: () => boolean
  /** `undefined` removes the value. */
  readonly setField: (field: string, value: unknown) => void
  readonly onChange: (listener: () => void) => void
  readonly save: () => Promise<void>
  readonly publish: () => Promise<void>
  readonly unpublish: () => Promise<void>
  readonly archive: () => Promise<void>
  readonly unarchive: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Fetches an item for editing. Fields and locales that are not in the form are sent back unchanged. */
export async function openItemEditor(collection: ItemCollection, id: string): Promise<ItemEditor> {
  const path = `${collection}/${encodeURIComponent(id)}`
  const listeners: (() => void)[] = []
  let item = await requestInEnvironment(path, itemSchema)
  let fields = item.fields
  let isChanged = false
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const update = (response: ContentItem) => {
    item = response
    if (!isChanged) fields = response.fields
    notify()
  }
  // Requests run one by one: two concurrent ones would send the same version, and the second would fail.
  let queue: Promise<void> = Promise.resolve()
  const enqueue = (work: () => Promise<void>) => () => {
    queue = queue.catch(() => {}).then(work)
    return queue
  }
  const changeState = async (action: string, method: 'PUT' | 'DELETE') =>
    update(await requestInEnvironment(`${path}/${action}`, itemSchema, { method, version: item.sys.version }))

  const save = async () => {
    if (!isChanged) return
    const sent = fields
    const body = { metadata: item.metadata, fields: sent }
    const saved = await requestInEnvironment(path, itemSchema, { method: 'PUT', version: item.sys.version, body })
    isChanged = fields !== sent // edited during the request
    update(saved)
  }

  return {
    collection,
    getItem: () => item,
    getFields: () => fields,
    hasChanges: () => isChanged,
    setField: (field, value) => {
      const { [field]: previous, ...others } = fields
      fields = value === undefined ? others : { ...others, [field]: { ...previous, [DEFAULT_LOCALE]: value } }
      isChanged = true
      notify()
    },
    onChange: (listener) => listeners.push(listener),
    save: enqueue(save),
    publish: enqueue(async () => {
      await save()
      await publishFiles(fields)
      await changeState('published', 'PUT')
    }),
    unpublish: enqueue(() => changeState('published', 'DELETE')),
    archive: enqueue(() => changeState('archived', 'PUT')),
    unarchive: enqueue(() => changeState('archived', 'DELETE')),
    remove: enqueue(async () => {
      await requestInEnvironment(path, z.null(), { method: 'DELETE', version: item.sys.version })
      isChanged = false
    }),
  }
}

/** Publishes the draft assets that the entry links to. */
async function publishFiles(fields: ItemFields): Promise<void> {
  const values = Object.values(fields).map((values) => values[DEFAULT_LOCALE])
  const links = values.flatMap((value) => [parseItemLink(value) ?? [], parseItemLinks(value)].flat())
  const files = await fetchItemsByIds(
    'assets',
    links.flatMap(({ sys }) => (sys.linkType === 'Asset' ? sys.id : [])),
  )
  for (const asset of files)
    if (getItemState(asset) === 'draft')
      await requestInEnvironment(`assets/${asset.sys.id}/published`, itemSchema, {
        method: 'PUT',
        version: asset.sys.version,
      })
}
