import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { createResourceLink } from '#local/links.ts'
import {
  type ContentItem,
  contentTypeSchema,
  createPageSchema,
  type EditorContentType,
  editorInterfaceSchema,
  getFieldValue,
  getItemPath,
  identifiedSchema,
  itemSchema,
  parseItemLinks,
} from './api-schemas.ts'
import { getEditorPath, type ItemCollection, requestManagementApi } from './management-client.ts'

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

/** All content types by id. Empty until `loadContentTypes` is done, before a page renders. */
export const contentTypes = new Map<string, EditorContentType>()

/** Loads `contentTypes`, with the controls of their editor interfaces. */
export async function loadContentTypes(): Promise<void> {
  const [types, interfaces] = await Promise.all([
    requestManagementApi('content_types?limit=1000', createPageSchema(contentTypeSchema)),
    requestManagementApi('editor_interfaces?limit=1000', createPageSchema(editorInterfaceSchema)),
  ])
  const controls = new Map(interfaces.items.map((item) => [item.sys.contentType.sys.id, item.controls]))
  for (const type of types.items) contentTypes.set(type.sys.id, { ...type, controls: controls.get(type.sys.id) })
}

/** Returns the content type of an entry, or the form definition of an asset. */
export const getContentType = ({ sys }: ContentItem): EditorContentType =>
  contentTypes.get(sys.contentType?.sys.id ?? '') ?? ASSET_TYPE

/** Returns the value of a display field as a title. */
export const formatTitle = (value: unknown): string =>
  typeof value === 'string' && value.trim() !== '' ? value : 'Untitled'

/** Returns the saved title of an item. */
export const getItemTitle = (item: ContentItem): string =>
  formatTitle(getFieldValue(item.fields, getContentType(item).displayField ?? ''))

const fileSchema = z.object({
  url: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  details: z.object({
    size: z.number(),
    image: z.optional(z.object({ width: z.optional(z.number()), height: z.optional(z.number()) })),
  }),
})

/** Returns the processed file of an asset; `undefined` without one. */
export const getAssetFile = ({ fields }: ContentItem) => fileSchema.safeParse(getFieldValue(fields, 'file')).data

/** Query parameters of the management API. */
type SearchParameters = Readonly<Record<string, string>>

/** Returns the first items of a collection; those that changed last come first. */
const findItems = (collection: ItemCollection, parameters: SearchParameters) =>
  requestManagementApi(
    `${collection}?${new URLSearchParams({ order: '-sys.updatedAt', limit: '1000', ...parameters })}`,
    createPageSchema(itemSchema),
  )

/** Ids per request (docs/contentful.md, Traps). */
const MAX_IDS = 100

/** Fetches the items that exist of these ids. */
export async function fetchItemsByIds(collection: ItemCollection, ids: readonly string[]) {
  const groups = Map.groupBy(new Set(ids), (_, index) => Math.floor(index / MAX_IDS))
  const pages = [...groups.values()].map((group) => findItems(collection, { 'sys.id[in]': group.join() }))
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

/** Returns the ids of the assets that an item links to. */
export const getLinkedAssetIds = ({ fields }: ContentItem): readonly string[] =>
  Object.keys(fields)
    .flatMap((id) => parseItemLinks(getFieldValue(fields, id)))
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

/** Which items of a collection to find. */
export interface SearchOptions {
  readonly collection: ItemCollection
  readonly parameters: SearchParameters
  /** Finds the files of any of these groups, for example `image`; without one, all. */
  readonly mediaTypeGroups?: readonly string[]
}

/** Searches a collection, with one request for each media type group: the API cannot filter by several. */
export async function searchItems({ collection, parameters, mediaTypeGroups = [] }: SearchOptions) {
  const filters = mediaTypeGroups.length > 0 ? mediaTypeGroups.map((group) => ({ mimetype_group: group })) : [{}]
  const pages = await Promise.all(filters.map((filter) => findItems(collection, { ...parameters, ...filter })))
  const items = pages.flatMap((page) => page.items).sort((a, b) => b.sys.updatedAt.localeCompare(a.sys.updatedAt))
  return { total: pages.reduce((sum, page) => sum + page.total, 0), results: await addThumbnails(items) }
}

/** Says in which entries an item is used. */
export async function describeUsage({ sys }: ContentItem): Promise<string> {
  const { items, total } = await findItems('entries', { [`links_to_${sys.type.toLowerCase()}`]: sys.id, limit: '5' })
  if (total === 0) return 'No entry uses it.'
  const names = items.map((entry) => `${getContentType(entry).name} “${getItemTitle(entry)}”`)
  return `It is used in: ${names.join(', ')}${total > names.length ? ` and ${total - names.length} more` : ''}.`
}

/** Opens the page of an item. */
export const openItem = ({ sys }: ContentItem): void => location.assign(getEditorPath(getItemPath(sys)))

/** Creates an empty draft. */
export const createEntry = (contentType: string): Promise<ContentItem> =>
  requestManagementApi('entries', itemSchema, {
    method: 'POST',
    headers: { 'x-contentful-content-type': contentType },
    body: { fields: {} },
  })

/**
 * Sends a request to a path below that of an item, with its version: the API rejects changes of others. Returns the new version,
 * or `item` if the response has no content.
 */
export async function changeItem(item: ContentItem, method: 'PUT' | 'DELETE', path = '', fields?: object) {
  const changed = await requestManagementApi(`${getItemPath(item.sys)}${path}`, z.nullable(itemSchema), {
    method,
    headers: { 'x-contentful-version': String(item.sys.version) },
    body: fields && { metadata: item.metadata, fields },
  })
  return changed ?? item
}

/**
 * Creates an asset with the file, or replaces the file of `existing`. The file is processed, the asset not published. If the
 * file is refused, the new asset is deleted, or `existing` gets its previous fields back, and the function throws.
 */
export async function uploadFile(file: File, existing?: ContentItem): Promise<ContentItem> {
  const upload = await requestManagementApi('uploads', identifiedSchema, { method: 'POST', body: file })
  const source = {
    fileName: file.name.replaceAll(/[/\\]/g, '-'),
    contentType: file.type || 'application/octet-stream', // a browser has no media type for an unknown extension
    uploadFrom: createResourceLink('Upload', upload.sys.id),
  }
  const title = { [DEFAULT_LOCALE]: file.name.replace(/\.[^.]+$/, '').slice(0, 256) }
  const fields = { ...(existing?.fields ?? { title }), file: { [DEFAULT_LOCALE]: source } }
  const asset = existing
    ? await changeItem(existing, 'PUT', '', fields)
    : await requestManagementApi('assets', itemSchema, { method: 'POST', body: { fields } })
  try {
    await changeItem(asset, 'PUT', `/files/${DEFAULT_LOCALE}/process`)
  } catch (error) {
    await (existing ? changeItem(asset, 'PUT', '', existing.fields) : changeItem(asset, 'DELETE'))
    throw error
  }
  return requestManagementApi(getItemPath(asset.sys), itemSchema)
}
