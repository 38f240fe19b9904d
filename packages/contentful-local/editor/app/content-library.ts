import * as z from 'zod/mini'
import { DEFAULT_LOCALE } from '#local/constants.ts'
import { getLinkedContentTypes } from '#local/shared/content-type-definition.ts'
import { collectLinks, createLink } from '#local/shared/links.ts'
import { getPublishState } from '#local/shared/publish-state.ts'
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
} from './api-schemas.ts'
import { currentPage, getEditorPath, type ItemCollection, requestManagementApi } from './management-client.ts'
import { describeMediaType } from './media-types.ts'

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

/** Preview URLs of the space's preview environments, by content type; `{entry.sys.id}` stands for the id of the entry. */
export const previewUrls = new Map<string, string>()

/** Content types that stand for pages: they have a preview URL, and are not a part of entries of other types. */
const pageTypes = new Set<string>()

const previewEnvironmentSchema = z.object({
  configurations: z.array(z.object({ contentType: z.string(), url: z.string(), enabled: z.boolean() })),
})

/** Loads `contentTypes`, with the controls and groups of their editor interfaces, and `previewUrls`. */
export async function loadContentTypes(): Promise<void> {
  const [types, interfaces, previews] = await Promise.all([
    requestManagementApi('content_types?limit=1000', createPageSchema(contentTypeSchema)),
    requestManagementApi('editor_interfaces?limit=1000', createPageSchema(editorInterfaceSchema)),
    requestManagementApi(
      `/spaces/${currentPage.ids.space}/preview_environments`,
      createPageSchema(previewEnvironmentSchema),
    ),
  ])
  const byType = new Map(interfaces.items.map((item) => [item.sys.contentType.sys.id, item]))
  for (const type of types.items) {
    const { controls, editorLayout: layout } = byType.get(type.sys.id) ?? {}
    contentTypes.set(type.sys.id, { ...type, controls, layout })
  }
  for (const { contentType, url, enabled } of previews.items.flatMap(({ configurations }) => configurations))
    if (enabled && !previewUrls.has(contentType)) previewUrls.set(contentType, url)
  for (const id of previewUrls.keys()) pageTypes.add(id)
  for (const { sys, fields } of types.items)
    for (const id of fields.flatMap((field) => getLinkedContentTypes(field) ?? []))
      if (id !== sys.id) pageTypes.delete(id)
}

/** Whether an item is an entry that stands for a page. */
export const isPageEntry = ({ sys }: ContentItem): boolean => pageTypes.has(sys.contentType?.sys.id ?? '')

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

/** The kind of an asset's file in words. */
export function describeFile(asset: ContentItem): string {
  const file = getAssetFile(asset)
  return file ? describeMediaType(file.contentType) : 'no file yet'
}

/** Query parameters of the management API. */
type SearchParameters = Readonly<Record<string, string>>

/** Returns the items of a collection; those that changed last come first. Sends a request for every 1,000 items. */
async function findItems(
  collection: ItemCollection,
  parameters: SearchParameters,
  previous: readonly ContentItem[] = [],
): Promise<readonly ContentItem[]> {
  const query = { order: '-sys.updatedAt', limit: '1000', skip: String(previous.length), ...parameters }
  const page = await requestManagementApi(`${collection}?${new URLSearchParams(query)}`, createPageSchema(itemSchema))
  const items = [...previous, ...page.items]
  return page.items.length > 0 && items.length < page.total ? findItems(collection, parameters, items) : items
}

/** Ids per request (docs/contentful.md, Traps). */
const MAX_IDS = 100

/** Fetches the items that exist of these ids. */
export async function fetchItemsByIds(collection: ItemCollection, ids: readonly string[]) {
  const groups = Map.groupBy(new Set(ids), (_, index) => Math.floor(index / MAX_IDS))
  const pages = [...groups.values()].map((group) => findItems(collection, { 'sys.id[in]': group.join() }))
  return (await Promise.all(pages)).flat()
}

/** Returns the ids of the assets that an item links to. */
export const getLinkedAssetIds = ({ fields }: ContentItem): readonly string[] =>
  Object.keys(fields)
    .flatMap((id) => collectLinks(getFieldValue(fields, id)))
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

/** What a list shows: the items that match, and how many of them (`count`). An empty filter matches all. */
export type ListFilters = Readonly<Partial<Record<'query' | 'type' | 'state' | 'count', string>>>

/** Number of items that a list shows at first, and that *Show more* adds. */
export const PAGE_SIZE = 60

/**
 * Searches a collection, with one request for each media type group: the API cannot filter by several. Pages come first, then
 * what changed last.
 */
export async function searchItems(
  { collection, parameters, mediaTypeGroups = [] }: SearchOptions,
  { query, type, state, count }: ListFilters,
) {
  const searched = { ...parameters, ...(query && { query }), ...(type && { content_type: type }) }
  const groups = mediaTypeGroups.length > 0 ? mediaTypeGroups.map((group) => ({ mimetype_group: group })) : [{}]
  const found = await Promise.all(groups.map((group) => findItems(collection, { ...searched, ...group })))
  const items = found
    .flat()
    .filter((item) => !state || getPublishState(item.sys) === state)
    .sort((a, b) => Number(isPageEntry(b)) - Number(isPageEntry(a)) || b.sys.updatedAt.localeCompare(a.sys.updatedAt))
  return { total: items.length, results: await addThumbnails(items.slice(0, Number(count) || PAGE_SIZE)) }
}

/** Entries that are named where an item is used. */
const MAX_USAGES = 5

/** Says in which entries an item is used. */
export async function describeUsage({ sys }: ContentItem): Promise<string> {
  const entries = await findItems('entries', { [`links_to_${sys.type.toLowerCase()}`]: sys.id })
  if (entries.length === 0) return 'No entry uses it.'
  const names = entries.slice(0, MAX_USAGES).map((entry) => `${getContentType(entry).name} “${getItemTitle(entry)}”`)
  const others = entries.length - names.length
  return `It is used in: ${names.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`
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
    uploadFrom: createLink('Upload', upload.sys.id),
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
