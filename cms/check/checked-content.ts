import { findLinkNames, parseLink } from '#cms/links.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { type Model, model } from '#cms/model/model.gen.ts'
import type { DeliveredAsset, PublishedEntry } from '#cms/sync/contentful/delivered-content.ts'

/** `changed`: visitors see an older version. `draft`: visitors do not see it. */
export type PublishStatus = 'published' | 'changed' | 'draft'

export interface CheckedEntry {
  readonly kind: 'entry'
  readonly id: string
  readonly type: keyof Model
  /** Value of the title field; if it is empty, the name of the entry's file, or the id. */
  readonly title: string
  readonly state: PublishStatus
  /** When the entry was changed; of published content, when it was published. ISO 8601. */
  readonly updatedAt?: string | undefined
  readonly fields: Readonly<Record<string, unknown>>
}

export interface CheckedAsset {
  readonly kind: 'asset'
  readonly id: string
  readonly title: string
  readonly state: PublishStatus
  readonly updatedAt?: string | undefined
  readonly file: DeliveredAsset['fields']['file']
}

/** All content of a space, published or with drafts. */
export interface CheckedContent {
  /** Entries of the model's content types; drafts are last. */
  readonly entries: readonly CheckedEntry[]
  readonly assets: ReadonlyMap<string, CheckedAsset>
  /** Content type of every entry, including entries of other types. */
  readonly types: ReadonlyMap<string, string>
  /** Keys of content that entries of other types link to, for example `asset posters-home`. */
  readonly usedElsewhere: ReadonlySet<string>
}

/** All content that the delivery or preview API returns. */
export interface DeliveredContent {
  readonly entries: readonly PublishedEntry[]
  readonly assets: readonly DeliveredAsset[]
}

/** Returns a unique key: an asset can have the id of an entry. */
export const getContentKey = ({ kind, id }: Pick<CheckedEntry | CheckedAsset, 'kind' | 'id'>) => `${kind} ${id}`

/** Converts the responses of an API. */
export function toCheckedContent(
  { entries, assets }: DeliveredContent,
  getStatus: (kind: 'entry' | 'asset', id: string) => PublishStatus,
): CheckedContent {
  const checkedAssets = new Map(
    assets.map((asset) => [asset.sys.id, toCheckedAsset(asset, getStatus('asset', asset.sys.id))]),
  )
  const modelEntries = entries.flatMap((entry) =>
    toCheckedEntries(entry, getStatus('entry', entry.sys.id), checkedAssets),
  )
  const otherEntries = entries.filter(({ sys }) => !isModelContentType(sys.contentType.sys.id))
  return {
    entries: modelEntries.toSorted((a, b) => Number(a.state === 'draft') - Number(b.state === 'draft')),
    assets: checkedAssets,
    types: new Map(entries.map(({ sys }) => [sys.id, sys.contentType.sys.id])),
    usedElsewhere: new Set(otherEntries.flatMap(({ fields }) => findLinkNames(fields))),
  }
}

/** Converts an entry; empty for content types that are not in the model. */
function toCheckedEntries(
  { sys: { id, contentType, updatedAt }, fields }: PublishedEntry,
  state: PublishStatus,
  assets: CheckedContent['assets'],
): readonly CheckedEntry[] {
  const type = contentType.sys.id
  if (!isModelContentType(type)) return []
  const fileNames = Object.values(fields).map((value) =>
    toTitle(assets.get(parseLink(value)?.id ?? '')?.file?.fileName),
  )
  const title = toTitle(fields[model[type].title]) ?? fileNames.find(Boolean) ?? id
  return [{ kind: 'entry', id, type, title, state, updatedAt, fields }]
}

function toCheckedAsset({ sys, fields: { title, file } }: DeliveredAsset, state: PublishStatus): CheckedAsset {
  const { id, updatedAt } = sys
  return { kind: 'asset', id, title: toTitle(title) ?? toTitle(file?.fileName) ?? id, state, updatedAt, file }
}

const toTitle = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : undefined)
