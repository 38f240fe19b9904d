import * as z from 'zod/mini'
import { LOCALE } from '#shared/constants.ts'
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

/** An entry or asset while it is edited: as Contentful has it, and what was changed since. */
export interface ItemEditor {
  readonly collection: ItemCollection
  readonly getItem: () => ContentItem
  readonly getFields: () => ItemFields
  readonly hasChanges: () => boolean
  /** `undefined` takes the value away. */
  readonly setField: (field: string, value: unknown) => void
  readonly onChange: (listener: () => void) => void
  readonly save: () => Promise<void>
  readonly publish: () => Promise<void>
  readonly unpublish: () => Promise<void>
  readonly archive: () => Promise<void>
  readonly unarchive: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** What is not in the form, hidden fields and other languages, is sent back as it came. */
export async function openItemEditor(collection: ItemCollection, id: string): Promise<ItemEditor> {
  const path = `${collection}/${encodeURIComponent(id)}`
  const listeners: (() => void)[] = []
  let held = await requestInEnvironment(path, itemSchema)
  let fields = held.fields
  let isChanged = false
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const take = (answer: ContentItem) => {
    held = answer
    if (!isChanged) fields = answer.fields
    tell()
  }
  // Two at once would both name the same version, and the second would be refused.
  let last: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => () => {
    last = last.catch(() => {}).then(work)
    return last
  }
  const change = async (to: string, method: 'PUT' | 'DELETE') =>
    take(await requestInEnvironment(`${path}/${to}`, itemSchema, { method, version: held.sys.version }))

  const save = async () => {
    if (!isChanged) return
    const sent = fields
    const body = { metadata: held.metadata, fields: sent }
    const saved = await requestInEnvironment(path, itemSchema, { method: 'PUT', version: held.sys.version, body })
    isChanged = fields !== sent // somebody went on typing
    take(saved)
  }

  return {
    collection,
    getItem: () => held,
    getFields: () => fields,
    hasChanges: () => isChanged,
    setField: (field, value) => {
      const { [field]: before, ...others } = fields
      fields = value === undefined ? others : { ...others, [field]: { ...before, [LOCALE]: value } }
      isChanged = true
      tell()
    },
    onChange: (listener) => listeners.push(listener),
    save: inTurn(save),
    publish: inTurn(async () => {
      await save()
      await publishFiles(fields)
      await change('published', 'PUT')
    }),
    unpublish: inTurn(() => change('published', 'DELETE')),
    archive: inTurn(() => change('archived', 'PUT')),
    unarchive: inTurn(() => change('archived', 'DELETE')),
    remove: inTurn(async () => {
      await requestInEnvironment(path, z.null(), { method: 'DELETE', version: held.sys.version })
      isChanged = false
    }),
  }
}

/** A picture has no readers but the entry that shows it: what was uploaded for it is published with it. */
async function publishFiles(fields: ItemFields): Promise<void> {
  const values = Object.values(fields).map((byLocale) => byLocale[LOCALE])
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
