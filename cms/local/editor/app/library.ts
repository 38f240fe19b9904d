import { LOCALE } from '#cms/model/locale.ts'
import { ask } from './api.ts'
import { type Kind, pageOf } from './place.ts'
import {
  type ContentType,
  contentType,
  fieldValue,
  file,
  type Item,
  item,
  linkIn,
  listOf,
  type State,
  stateOf,
} from './shapes.ts'

/** An entry or asset as one line tells it. */
export interface Card {
  readonly id: string
  readonly title: string
  /** The content type's name, or the file's kind. */
  readonly type: string
  readonly state: State
  readonly updatedAt: string
  readonly href: string
  readonly thumbnail: string | undefined
}

/** An asset is edited as if it were an entry of this type. */
const ASSET_TYPE: ContentType = {
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
export async function contentTypes(): Promise<ReadonlyMap<string, ContentType>> {
  const { items } = await ask('content_types?limit=1000', listOf(contentType))
  return new Map(items.map((type) => [type.sys.id, type]))
}

export const typeOf = (of: Item, types: ReadonlyMap<string, ContentType>): ContentType =>
  types.get(of.sys.contentType?.sys.id ?? '') ?? ASSET_TYPE

export const titleOf = (of: Item, { displayField }: ContentType): string => {
  const title = fieldValue(of.fields, displayField ?? '')
  return typeof title === 'string' && title.trim() !== '' ? title : 'Untitled'
}

export const fileOf = ({ fields }: Item) => file.safeParse(fields.file?.[LOCALE]).data

/** At most so many are found at once, the last changed first. */
export const MOST_FOUND = 1_000

export const find = (kind: Kind, parameters: Readonly<Record<string, string>>) =>
  ask(
    `${kind}?${new URLSearchParams({ order: '-sys.updatedAt', limit: String(MOST_FOUND), ...parameters })}`,
    listOf(item),
  )

/** ids in one request (contentful.md, Traps) */
const MOST_IDS = 100

/** What is there of these ids. */
export async function byIds(kind: Kind, ids: readonly string[]): Promise<readonly Item[]> {
  const wanted = [...new Set(ids)]
  const starts = wanted.flatMap((_, index) => (index % MOST_IDS === 0 ? [index] : []))
  const pages = starts.map((start) => find(kind, { 'sys.id[in]': wanted.slice(start, start + MOST_IDS).join() }))
  return (await Promise.all(pages)).flatMap(({ items }) => items)
}

/** Cards in the order of the items; an entry shows the first picture that it links to. */
export async function cardsOf(
  items: readonly Item[],
  types: ReadonlyMap<string, ContentType>,
): Promise<readonly Card[]> {
  const files = ({ fields }: Item) =>
    Object.values(fields).flatMap((value) => {
      const link = linkIn(value[LOCALE])
      return link?.sys.linkType === 'Asset' ? link.sys.id : []
    })
  const assets = new Map((await byIds('assets', items.flatMap(files))).map((one) => [one.sys.id, one]))
  return items.map((of) => {
    const isAsset = of.sys.type === 'Asset'
    const kind = isAsset ? 'assets' : 'entries'
    const type = typeOf(of, types)
    const shown = isAsset ? [of] : files(of).flatMap((id) => assets.get(id) ?? [])
    return {
      id: of.sys.id,
      title: titleOf(of, type),
      type: isAsset ? (fileOf(of)?.contentType ?? 'No file yet') : type.name,
      state: stateOf(of),
      updatedAt: of.sys.updatedAt,
      href: pageOf(kind, of.sys.id),
      thumbnail: shown.map(thumbnailOf).find((address) => address !== undefined),
    }
  })
}

function thumbnailOf(asset: Item): string | undefined {
  const shown = fileOf(asset)
  return shown?.contentType.startsWith('image/') ? `${shown.url}?w=160` : undefined
}
