import { parseLink } from '#cms/links.ts'
import { type Model, model } from '#cms/model/model.ts'
import type { DeliveredAsset, PublishedEntry } from '#cms/sync/contentful/delivery-client.ts'
import { isModelContentType } from '#cms/sync/pull/to-seed-entries.ts'

/** Visitors have it is; have an older one; do not have it. */
export type PublishStatus = 'published' | 'changed' | 'draft'

export interface CheckedEntry {
  readonly kind: 'entry'
  readonly id: string
  readonly type: keyof Model
  /** As editors know it. */
  readonly title: string
  readonly state: PublishStatus
  readonly fields: Readonly<Record<string, unknown>>
}

export interface CheckedAsset {
  readonly kind: 'asset'
  readonly id: string
  readonly title: string
  readonly state: PublishStatus
  readonly file: DeliveredAsset['fields']['file']
}

/** What a space shows to somebody, looked at whole. */
export interface CheckedContent {
  /** Those of the model; drafts come last. */
  readonly entries: readonly CheckedEntry[]
  readonly assets: ReadonlyMap<string, CheckedAsset>
  /** The content type of every entry, those of other types too. */
  readonly types: ReadonlyMap<string, string>
  /** What entries of other types link to: `asset posters-home`. */
  readonly usedElsewhere: ReadonlySet<string>
}

/** One of a space's reading APIs, read whole. */
export interface DeliveredContent {
  readonly entries: readonly PublishedEntry[]
  readonly assets: readonly DeliveredAsset[]
}

/** An asset may have the id of an entry. */
export const getContentKey = ({ kind, id }: Pick<CheckedEntry | CheckedAsset, 'kind' | 'id'>) => `${kind} ${id}`

export function toCheckedContent(
  { entries, assets }: DeliveredContent,
  stateOf: (kind: 'entry' | 'asset', id: string) => PublishStatus,
): CheckedContent {
  const ours = entries.flatMap((entry) => toCheckedEntries(entry, stateOf('entry', entry.sys.id)))
  const others = entries.filter(({ sys }) => !isModelContentType(sys.contentType.sys.id))
  return {
    entries: ours.toSorted((one, other) => Number(one.state === 'draft') - Number(other.state === 'draft')),
    assets: new Map(assets.map((asset) => [asset.sys.id, toCheckedAsset(asset, stateOf('asset', asset.sys.id))])),
    types: new Map(entries.map(({ sys }) => [sys.id, sys.contentType.sys.id])),
    usedElsewhere: new Set(others.flatMap(({ fields }) => linkedNames(fields))),
  }
}

export function toCheckedEntries(
  { sys: { id, contentType }, fields }: PublishedEntry,
  state: PublishStatus,
): readonly CheckedEntry[] {
  const type = contentType.sys.id
  if (!isModelContentType(type)) return []
  return [{ kind: 'entry', id, type, title: titleIn(fields[model[type].title]) ?? id, state, fields }]
}

export function toCheckedAsset(
  { sys: { id }, fields: { title, file } }: DeliveredAsset,
  state: PublishStatus,
): CheckedAsset {
  return { kind: 'asset', id, title: titleIn(title) ?? titleIn(file?.fileName) ?? id, state, file }
}

const titleIn = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : undefined)

/** However deep: rich texts and objects hold links too. */
function linkedNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const link = parseLink(value)
  return link ? [link.name] : Object.values(value).flatMap(linkedNames)
}
