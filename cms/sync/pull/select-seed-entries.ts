import { parseLink } from '#cms/links.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import type { PublishedAsset, PublishedEntry } from '#cms/sync/contentful/delivery-client.ts'
import { type CurrentSeed, findCurrentAsset } from './current-seed.ts'
import { isModelContentType, type PulledEntries, toSeedEntries } from './to-seed-entries.ts'

interface Options {
  /** Ids of the assets that are left out because their file is refused. */
  readonly missing: ReadonlySet<string>
  readonly held: CurrentSeed
}

interface SelectedEntries extends PulledEntries {
  /** Why nothing can be pulled, a line each. */
  readonly stops: readonly string[]
}

/** The entries of the seed, without those that need a missing asset. Without some entries there is no site. */
export function selectSeedEntries(
  published: readonly PublishedEntry[],
  found: readonly SpaceAssetFile[],
  { missing, held }: Options,
): SelectedEntries {
  const dependent = findDependentEntries(missing, published)
  const stays = published.filter(({ sys }) => !dependent.has(sys.id))
  const pulled = toSeedEntries(stays, {
    entries: new Set(stays.filter(({ sys }) => isModelContentType(sys.contentType.sys.id)).map(({ sys }) => sys.id)),
    assets: new Set(found.map(({ id }) => id).filter((id) => !missing.has(id))),
    refused: new Set([...[...missing].map((id) => `asset ${id}`), ...[...dependent].map((id) => `entry ${id}`)]),
  })
  const stops = [
    ...findMissingRootEntries(new Set(published.map(({ sys }) => sys.contentType.sys.id)), held),
    ...published
      .filter(({ sys }) => dependent.has(sys.id) && ROOT_CONTENT_TYPES.includes(sys.contentType.sys.id))
      .map(({ sys }) => `entry ${sys.id}: shows a file that is refused, and the site cannot do without this entry`),
  ]
  return { ...pulled, stops }
}

/** The ids of the entries whose required field links to one of these assets, or to another such entry. */
function findDependentEntries(assets: ReadonlySet<string>, published: readonly PublishedEntry[]): ReadonlySet<string> {
  const dependent = new Set<string>()
  const isGone = (value: unknown) => {
    const link = parseLink(value)
    return link !== undefined && (link.to === 'Asset' ? assets : dependent).has(link.id)
  }
  const needs = ({ sys, fields }: PublishedEntry) => {
    const type = sys.contentType.sys.id
    if (!isModelContentType(type)) return false
    const definitions: ContentType['fields'] = model[type].fields
    return Object.entries(definitions).some(([name, { link, required }]) => link && required && isGone(fields[name]))
  }
  for (let size = -1; size < dependent.size; ) {
    size = dependent.size
    for (const entry of published) if (needs(entry)) dependent.add(entry.sys.id)
  }
  return dependent
}

/** A line for each type that the site asks for by itself, of which the seed had an entry and nothing is published. */
function findMissingRootEntries(published: ReadonlySet<string>, held: CurrentSeed): readonly string[] {
  return ROOT_CONTENT_TYPES.filter((type) => !published.has(type)).flatMap((type) => {
    const ids = Object.keys(held.entries.get(type)?.records ?? {})
    if (ids.length === 0) return []
    return [
      `entry ${ids.join(', ')}: is not published, and the site cannot do without a ${type}; publish it in Contentful`,
    ]
  })
}

const types: readonly ContentType[] = Object.values(model)

const linked = new Set(
  types.flatMap(({ fields }) => Object.values(fields).flatMap(({ link }) => (link?.to === 'Entry' ? link.types : []))),
)

/** What nothing links to: the pages, and what all of them share. */
const ROOT_CONTENT_TYPES = types.map(({ id }) => id).filter((id) => !linked.has(id))

/** The ids of the assets that fields of the model name, in a stable order. */
export function findLinkedAssetIds(entries: readonly PublishedEntry[]): readonly string[] {
  const links = entries.flatMap(({ sys, fields }) => {
    const type = sys.contentType.sys.id
    if (!isModelContentType(type)) return []
    const definitions: ContentType['fields'] = model[type].fields
    return Object.entries(definitions).flatMap(([name, { link }]) => (link ? [fields[name]].flat().map(parseLink) : []))
  })
  const assets = links.filter((link) => link !== undefined && link.to === 'Asset')
  return [...new Set(assets.flatMap((link) => link?.id ?? []))].toSorted()
}

/** An asset with the file that it has in the space, and its place in the seed until now. */
export interface SpaceAssetFile {
  readonly id: string
  readonly title: string
  readonly fileName: string
  readonly contentType: string
  /** As the delivery API gives it: without a scheme (docs/contentful.md, REST). */
  readonly url: string
  /** bytes */
  readonly size: number
  readonly earlier: EarlierFile | undefined
}

interface EarlierFile {
  /** Below the media folder. */
  readonly file: string
  readonly originalName?: string | undefined
}

/** An asset whose file is not processed has nothing to show: it counts as not published. */
export function toSpaceAssetFiles(published: readonly PublishedAsset[], held: CurrentSeed): readonly SpaceAssetFile[] {
  return published.flatMap(({ sys: { id }, fields: { title = '', file } }) => {
    if (!file) return []
    const { fileName, contentType, url, details } = file
    return [{ id, title, fileName, contentType, url, size: details.size, earlier: findCurrentAsset(held, id) }]
  })
}
