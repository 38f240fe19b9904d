import { LOCALE } from '#shared/constants.ts'
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

/** An entry or asset as one line tells it. */
export interface ContentCard {
  readonly id: string
  readonly title: string
  /** The content type's name, or the file's kind. */
  readonly type: string
  readonly state: ItemState
  readonly updatedAt: string
  readonly href: string
  readonly thumbnail: string | undefined
}

/** An asset is edited as if it were an entry of this type. */
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

/** All content types by their id. */
export async function fetchContentTypes(): Promise<ReadonlyMap<string, EditorContentType>> {
  const { items } = await requestInEnvironment('content_types?limit=1000', createPageSchema(contentTypeSchema))
  return new Map(items.map((type) => [type.sys.id, type]))
}

export const getContentType = (of: ContentItem, types: ReadonlyMap<string, EditorContentType>): EditorContentType =>
  types.get(of.sys.contentType?.sys.id ?? '') ?? ASSET_TYPE

export const getItemTitle = (of: ContentItem, { displayField }: EditorContentType): string => {
  const title = getFieldValue(of.fields, displayField ?? '')
  return typeof title === 'string' && title.trim() !== '' ? title : 'Untitled'
}

export const getAssetFile = ({ fields }: ContentItem) => itemFileSchema.safeParse(fields.file?.[LOCALE]).data

/** At most so many are found at once, the last changed first. */
export const MAX_RESULTS = 1_000

export const findItems = (kind: ItemCollection, parameters: Readonly<Record<string, string>>) =>
  requestInEnvironment(
    `${kind}?${new URLSearchParams({ order: '-sys.updatedAt', limit: String(MAX_RESULTS), ...parameters })}`,
    createPageSchema(itemSchema),
  )

/** ids in one request (docs/contentful.md, Traps) */
const MOST_IDS = 100

/** What is there of these ids. */
export async function fetchItemsByIds(kind: ItemCollection, ids: readonly string[]): Promise<readonly ContentItem[]> {
  const wanted = [...new Set(ids)]
  const starts = wanted.flatMap((_, index) => (index % MOST_IDS === 0 ? [index] : []))
  const pages = starts.map((start) => findItems(kind, { 'sys.id[in]': wanted.slice(start, start + MOST_IDS).join() }))
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

/** Cards in the order of the items; an entry shows the first picture that it links to. */
export async function fetchCards(
  items: readonly ContentItem[],
  types: ReadonlyMap<string, EditorContentType>,
): Promise<readonly ContentCard[]> {
  const files = ({ fields }: ContentItem) =>
    Object.values(fields).flatMap((value) => {
      const link = parseItemLink(value[LOCALE])
      return link?.sys.linkType === 'Asset' ? link.sys.id : []
    })
  const assets = new Map((await fetchItemsByIds('assets', items.flatMap(files))).map((one) => [one.sys.id, one]))
  return items.map((of) => {
    const isAsset = of.sys.type === 'Asset'
    const kind = isAsset ? 'assets' : 'entries'
    const type = getContentType(of, types)
    const shown = isAsset ? [of] : files(of).flatMap((id) => assets.get(id) ?? [])
    return {
      id: of.sys.id,
      title: getItemTitle(of, type),
      type: isAsset ? (getAssetFile(of)?.contentType ?? 'No file yet') : type.name,
      state: getItemState(of),
      updatedAt: of.sys.updatedAt,
      href: getEditorPath(kind, of.sys.id),
      thumbnail: shown.map(thumbnailOf).find((address) => address !== undefined),
    }
  })
}

function thumbnailOf(asset: ContentItem): string | undefined {
  const shown = getAssetFile(asset)
  return shown?.contentType.startsWith('image/') ? `${shown.url}?w=160` : undefined
}

const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** One line: picture, title with its link, what it is, how far it is, when it changed. */
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
    createElement('time', { datetime: updatedAt }, time.format(new Date(updatedAt))),
  )
}

export const createStateBadge = (state: ContentCard['state']): HTMLElement =>
  createElement('span', { class: `badge ${state}` }, state)
