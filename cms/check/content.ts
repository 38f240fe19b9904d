import { type Model, model } from '#cms/model/model.ts'
import type { DeliveredAsset, PublishedEntry } from '#cms/sync/contentful/delivery-client.ts'
import { parseLink } from '#cms/sync/pull/parse-link.ts'
import { isModelContentType } from '#cms/sync/pull/to-seed-entries.ts'

/** Visitors have it is; have an older one; do not have it. */
export type State = 'published' | 'changed' | 'draft'

export interface Entry {
  readonly kind: 'entry'
  readonly id: string
  readonly type: keyof Model
  /** As editors know it. */
  readonly title: string
  readonly state: State
  readonly fields: Readonly<Record<string, unknown>>
}

export interface Asset {
  readonly kind: 'asset'
  readonly id: string
  readonly title: string
  readonly state: State
  readonly file: DeliveredAsset['fields']['file']
}

/** What a space shows to somebody, looked at whole. */
export interface Content {
  /** Those of the model; drafts come last. */
  readonly entries: readonly Entry[]
  readonly assets: ReadonlyMap<string, Asset>
  /** The content type of every entry, those of other types too. */
  readonly types: ReadonlyMap<string, string>
  /** What entries of other types link to: `asset posters-home`. */
  readonly usedElsewhere: ReadonlySet<string>
}

/** One of a space's reading APIs, read whole. */
export interface Delivered {
  readonly entries: readonly PublishedEntry[]
  readonly assets: readonly DeliveredAsset[]
}

/** An asset may have the id of an entry. */
export const nameOf = ({ kind, id }: Pick<Entry | Asset, 'kind' | 'id'>) => `${kind} ${id}`

export function contentOf(
  { entries, assets }: Delivered,
  stateOf: (kind: 'entry' | 'asset', id: string) => State,
): Content {
  const ours = entries.flatMap((entry) => entryOf(entry, stateOf('entry', entry.sys.id)))
  const others = entries.filter(({ sys }) => !isModelContentType(sys.contentType.sys.id))
  return {
    entries: ours.toSorted((one, other) => Number(one.state === 'draft') - Number(other.state === 'draft')),
    assets: new Map(assets.map((asset) => [asset.sys.id, assetOf(asset, stateOf('asset', asset.sys.id))])),
    types: new Map(entries.map(({ sys }) => [sys.id, sys.contentType.sys.id])),
    usedElsewhere: new Set(others.flatMap(({ fields }) => linkedNames(fields))),
  }
}

export function entryOf({ sys: { id, contentType }, fields }: PublishedEntry, state: State): readonly Entry[] {
  const type = contentType.sys.id
  if (!isModelContentType(type)) return []
  return [{ kind: 'entry', id, type, title: titleIn(fields[model[type].title]) ?? id, state, fields }]
}

export function assetOf({ sys: { id }, fields: { title, file } }: DeliveredAsset, state: State): Asset {
  return { kind: 'asset', id, title: titleIn(title) ?? titleIn(file?.fileName) ?? id, state, file }
}

const titleIn = (value: unknown) => (typeof value === 'string' && value.trim() ? value.trim() : undefined)

/** However deep: rich texts and objects hold links too. */
function linkedNames(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const link = parseLink(value)
  return link ? [link.name] : Object.values(value).flatMap(linkedNames)
}
