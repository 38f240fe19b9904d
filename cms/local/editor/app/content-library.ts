import { DEFAULT_LOCALE } from '#local/constants.ts'
import {
  type ContentItem,
  contentTypeSchema,
  createPageSchema,
  type EditorContentType,
  getFieldValue,
  getItemState,
  type ItemState,
  itemFileSchema,
  itemSchema,
  parseItemLink,
} from './api-schemas.ts'
import { createElement } from './dom.ts'
import { getEditorPath, type ItemCollection } from './editor-url.ts'
import { requestInEnvironment } from './management-client.ts'

/** Data of an entry or asset in a list. */
export interface ContentCard {
  readonly id: string
  readonly title: string
  /** Name of the content type, or media type of the file. */
  readonly type: string
  readonly state: ItemState
  readonly updatedAt: string
  readonly href: string
  readonly thumbnail: string | undefined
}

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
export async function fetchContentTypes(): Promise<ReadonlyMap<string, EditorContentType>> {
  const { items } = await requestInEnvironment('content_types?limit=1000', createPageSchema(contentTypeSchema))
  return new Map(items.map((type) => [type.sys.id, type]))
}

/** Returns the content type of an entry, or the form definition of an asset. */
export const getContentType = (item: ContentItem, types: ReadonlyMap<string, EditorContentType>): EditorContentType =>
  types.get(item.sys.contentType?.sys.id ?? '') ?? ASSET_TYPE

/** Returns the title of an item, or `Untitled`. */
export const getItemTitle = (item: ContentItem, { displayField }: EditorContentType): string => {
  const title = getFieldValue(item.fields, displayField ?? '')
  return typeof title === 'string' && title.trim() !== '' ? title : 'Untitled'
}

/** Returns the processed file of an asset; `undefined` without one. */
export const getAssetFile = ({ fields }: ContentItem) => itemFileSchema.safeParse(fields.file?.[DEFAULT_LOCALE]).data

/** Maximum number of search results; the last changed items come first. */
export const MAX_RESULTS = 1_000

/** Searches a collection. `parameters`: query parameters of the management API. */
export const findItems = (collection: ItemCollection, parameters: Readonly<Record<string, string>>) =>
  requestInEnvironment(
    `${collection}?${new URLSearchParams({ order: '-sys.updatedAt', limit: String(MAX_RESULTS), ...parameters })}`,
    createPageSchema(itemSchema),
  )

/** Ids per request (docs/contentful.md, Traps). */
const MAX_IDS = 100

/** Fetches the items that exist of these ids. */
export async function fetchItemsByIds(
  collection: ItemCollection,
  ids: readonly string[],
): Promise<readonly ContentItem[]> {
  const uniqueIds = [...new Set(ids)]
  const starts = uniqueIds.flatMap((_, index) => (index % MAX_IDS === 0 ? [index] : []))
  const pages = starts.map((start) =>
    findItems(collection, { 'sys.id[in]': uniqueIds.slice(start, start + MAX_IDS).join() }),
  )
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

/** Creates cards in the order of the items. The thumbnail of an entry is the first image that it links to. */
export async function fetchCards(
  items: readonly ContentItem[],
  types: ReadonlyMap<string, EditorContentType>,
): Promise<readonly ContentCard[]> {
  const getAssetIds = ({ fields }: ContentItem) =>
    Object.values(fields).flatMap((value) => {
      const link = parseItemLink(value[DEFAULT_LOCALE])
      return link?.sys.linkType === 'Asset' ? link.sys.id : []
    })
  const assets = new Map(
    (await fetchItemsByIds('assets', items.flatMap(getAssetIds))).map((asset) => [asset.sys.id, asset]),
  )
  return items.map((item) => {
    const isAsset = item.sys.type === 'Asset'
    const collection = isAsset ? 'assets' : 'entries'
    const type = getContentType(item, types)
    const thumbnailAssets = isAsset ? [item] : getAssetIds(item).flatMap((id) => assets.get(id) ?? [])
    return {
      id: item.sys.id,
      title: getItemTitle(item, type),
      type: isAsset ? (getAssetFile(item)?.contentType ?? 'No file yet') : type.name,
      state: getItemState(item),
      updatedAt: item.sys.updatedAt,
      href: getEditorPath(collection, item.sys.id),
      thumbnail: thumbnailAssets.map(getThumbnailUrl).find((url) => url !== undefined),
    }
  })
}

function getThumbnailUrl(asset: ContentItem): string | undefined {
  const file = getAssetFile(asset)
  return file?.contentType.startsWith('image/') ? `${file.url}?w=160` : undefined
}

const timeFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** Creates a list row: thumbnail, title with link, type, state, time of the last change. */
export function createCardRow({ title, type, state, href, thumbnail, updatedAt }: ContentCard): HTMLElement {
  return createElement(
    'div',
    { class: 'card' },
    thumbnail === undefined
      ? createElement('span', { class: 'thumbnail' })
      : createElement('img', { class: 'thumbnail', src: thumbnail, alt: '', loading: 'lazy' }),
    createElement('a', { href }, title),
    createElement('span', { class: 'type' }, type),
    createStateBadge(state),
    createElement('time', { datetime: updatedAt }, timeFormat.format(new Date(updatedAt))),
  )
}

/** Creates a badge with the publish state. */
export const createStateBadge = (state: ContentCard['state']): HTMLElement =>
  createElement('span', { class: `badge ${state}` }, state)
