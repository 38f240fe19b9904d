import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import {
  type ContentItem,
  type ContentTypes,
  contentTypeSchema,
  createItemLink,
  createPageSchema,
  type EditorContentType,
  getFieldValue,
  itemFileSchema,
  itemSchema,
  parseItemLinks,
} from './api-schemas.ts'
import type { ItemCollection } from './editor-url.ts'
import { requestManagementApi } from './management-client.ts'

/** Assets are edited with the form of this content type. */
const ASSET_TYPE: EditorContentType = {
  sys: { id: 'Asset' },
  name: 'Asset',
  displayField: 'title',
  fields: [
    { id: 'file', name: 'File', type: 'File', required: true },
    { id: 'title', name: 'Title', type: 'Symbol', validations: [{ size: { max: 256 } }] },
    { id: 'description', name: 'Description', type: 'Text' },
  ],
}

/** Fetches all content types, by id. */
export async function fetchContentTypes(): Promise<ContentTypes> {
  const { items } = await requestManagementApi('content_types?limit=1000', createPageSchema(contentTypeSchema))
  return new Map(items.map((type) => [type.sys.id, type]))
}

/** Returns the content type of an entry, or the form definition of an asset. */
export const getContentType = (item: ContentItem, types: ContentTypes): EditorContentType =>
  types.get(item.sys.contentType?.sys.id ?? '') ?? ASSET_TYPE

/** Returns the value of a display field as a title. */
export const formatTitle = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : 'Untitled'

/** Returns the saved title of an item. */
export const getItemTitle = (item: ContentItem, types: ContentTypes): string =>
  formatTitle(getFieldValue(item.fields, getContentType(item, types).displayField ?? ''))

/** Returns the processed file of an asset; `undefined` without one. */
export const getAssetFile = ({ fields }: ContentItem) => itemFileSchema.safeParse(fields.file?.[DEFAULT_LOCALE]).data

/** Maximum number of search results; the last changed items come first. */
export const MAX_RESULTS = 1_000

export type SearchParameters = Readonly<Record<string, string>>

/** Searches a collection. `parameters`: query parameters of the management API. */
const findItems = (collection: ItemCollection, parameters: SearchParameters) =>
  requestManagementApi(
    `${collection}?${new URLSearchParams({ order: '-sys.updatedAt', limit: String(MAX_RESULTS), ...parameters })}`,
    createPageSchema(itemSchema),
  )

/** Ids per request (docs/contentful.md, Traps). */
const MAX_IDS = 100

/** Fetches the items that exist of these ids. */
export async function fetchItemsByIds(collection: ItemCollection, ids: readonly string[]) {
  const uniqueIds = [...new Set(ids)]
  const starts = uniqueIds.flatMap((_, index) => (index % MAX_IDS === 0 ? [index] : []))
  const pages = starts.map((start) =>
    findItems(collection, { 'sys.id[in]': uniqueIds.slice(start, start + MAX_IDS).join() }),
  )
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

/** Returns the ids of the assets that an item links to. */
export const getLinkedAssetIds = ({ fields }: ContentItem): readonly string[] =>
  Object.values(fields)
    .flatMap((values) => parseItemLinks(values[DEFAULT_LOCALE]))
    .flatMap(({ sys }) => (sys.linkType === 'Asset' ? sys.id : []))

/** Assets that are looked at to find a thumbnail of an entry. */
const MAX_THUMBNAIL_IDS = 3

/** An entry or asset with the URL of its thumbnail: of an entry, that of the first image that it links to. */
export interface ListedItem {
  readonly item: ContentItem
  readonly thumbnail: string | undefined
}

/** Adds thumbnails to items. */
export async function addThumbnails(items: readonly ContentItem[]): Promise<readonly ListedItem[]> {
  const getIds = (item: ContentItem) => getLinkedAssetIds(item).slice(0, MAX_THUMBNAIL_IDS)
  const found = await fetchItemsByIds('assets', items.flatMap(getIds))
  const assets = new Map(found.map((asset) => [asset.sys.id, asset]))
  return items.map((item) => {
    const candidates = item.sys.type === 'Asset' ? [item] : getIds(item).flatMap((id) => assets.get(id) ?? [])
    const image = candidates.map(getAssetFile).find((file) => file?.contentType.startsWith('image/'))
    return { item, thumbnail: image && `${image.url}?w=320` }
  })
}

/** Searches a collection, and adds thumbnails. */
export async function searchItems(collection: ItemCollection, parameters: SearchParameters) {
  const { items, total } = await findItems(collection, parameters)
  return { total, results: await addThumbnails(items) }
}

/** Number of entries that are named in a question about an item that they use. */
const MAX_NAMED = 5

/** Says in which entries an item is used. */
export async function describeUsage({ sys }: ContentItem, types: ContentTypes): Promise<string> {
  const filter = sys.type === 'Asset' ? 'links_to_asset' : 'links_to_entry'
  const { items, total } = await findItems('entries', { [filter]: sys.id, limit: String(MAX_NAMED) })
  if (total === 0) return 'No entry uses it.'
  const names = items.map((entry) => `${getContentType(entry, types).name} “${getItemTitle(entry, types)}”`)
  return `It is used in: ${names.join(', ')}${total > MAX_NAMED ? ` and ${total - MAX_NAMED} more` : ''}.`
}

/** Creates an empty draft. */
export const createEntry = (contentType: string): Promise<ContentItem> =>
  requestManagementApi('entries', itemSchema, { method: 'POST', body: { fields: {} }, contentType })

const uploadSchema = z.object({ sys: z.object({ id: z.string() }) })

/**
 * Creates an asset with the file, or replaces the file of `existing`. The file is processed, the asset not published. If the
 * file is refused, the new asset is deleted, or `existing` gets its previous fields back, and the function throws.
 */
export async function uploadFile(file: File, existing?: ContentItem): Promise<ContentItem> {
  const upload = await requestManagementApi('uploads', uploadSchema, { method: 'POST', body: file })
  const fileName = file.name.replaceAll(/[/\\]/g, '-')
  // A browser has no media type for an extension that it does not know.
  const contentType = file.type || 'application/octet-stream'
  const uploadFrom = createItemLink('Upload', upload.sys.id)
  const fileField = { [DEFAULT_LOCALE]: { fileName, contentType, uploadFrom } }
  const title = { [DEFAULT_LOCALE]: file.name.replace(/\.[^.]+$/, '').slice(0, 256) }
  const save = (version: number, fields: object) =>
    requestManagementApi(`assets/${existing?.sys.id}`, itemSchema, {
      method: 'PUT',
      version,
      body: { metadata: existing?.metadata, fields },
    })
  const asset = existing
    ? await save(existing.sys.version, { ...existing.fields, file: fileField })
    : await requestManagementApi('assets', itemSchema, { method: 'POST', body: { fields: { title, file: fileField } } })
  const path = `assets/${asset.sys.id}`
  const { version } = asset.sys
  try {
    await requestManagementApi(`${path}/files/${DEFAULT_LOCALE}/process`, z.null(), { method: 'PUT', version })
  } catch (error) {
    if (existing) await save(version, existing.fields)
    else await requestManagementApi(path, z.null(), { method: 'DELETE', version })
    throw error
  }
  return requestManagementApi(path, itemSchema)
}
