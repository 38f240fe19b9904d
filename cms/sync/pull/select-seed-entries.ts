import { parseLink } from '#cms/links.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { model } from '#cms/model/model.gen.ts'
import type { PublishedAsset, PublishedEntry } from '#cms/sync/contentful/delivered-content.ts'
import { type CurrentSeed, findCurrentAsset, getCurrentEntryIds } from './current-seed.ts'
import { type PulledEntries, toSeedEntries } from './to-seed-entries.ts'

interface SelectedEntries extends PulledEntries {
  /** One line per reason why nothing can be pulled. */
  readonly stops: readonly string[]
}

/** Selects the entries of the seed: those of the model, without links to what is not published. */
export const selectSeedEntries = (
  published: readonly PublishedEntry[],
  assetFiles: readonly SpaceAssetFile[],
  currentSeed: CurrentSeed,
): SelectedEntries => ({
  ...toSeedEntries(published, {
    entries: new Set(
      published.filter(({ sys }) => isModelContentType(sys.contentType.sys.id)).map(({ sys }) => sys.id),
    ),
    assets: new Set(assetFiles.map(({ id }) => id)),
  }),
  stops: findMissingRootEntries(new Set(published.map(({ sys }) => sys.contentType.sys.id)), currentSeed),
})

/** Returns one line for each root content type that has an entry in the seed, but no published one. */
function findMissingRootEntries(publishedTypes: ReadonlySet<string>, currentSeed: CurrentSeed): readonly string[] {
  return ROOT_CONTENT_TYPES.filter((type) => !publishedTypes.has(type)).flatMap((type) => {
    const ids = getCurrentEntryIds(currentSeed, type)
    if (ids.length === 0) return []
    return [`entry ${ids.join(', ')}: is not published, and the site requires a ${type}; publish it in Contentful`]
  })
}

const contentTypes: readonly ContentType[] = Object.values(model)

const linkedContentTypes = new Set(
  contentTypes.flatMap(({ fields }) =>
    Object.values(fields).flatMap(({ link }) => (link?.to === 'Entry' ? link.types : [])),
  ),
)

/** Content types that no other entry links to: the pages, and the site-wide content. */
const ROOT_CONTENT_TYPES = contentTypes.map(({ id }) => id).filter((id) => !linkedContentTypes.has(id))

/** Returns the ids of the assets that fields of the model link to, sorted. */
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

/** An asset of the space with its file, and its previous file in the seed. */
export interface SpaceAssetFile {
  readonly id: string
  readonly title: string
  readonly fileName: string
  readonly contentType: string
  /** Without a scheme, as in the Delivery API (docs/contentful.md, REST). */
  readonly url: string
  /** bytes */
  readonly size: number
  readonly previous: PreviousFile | undefined
}

interface PreviousFile {
  /** Below the media folder. */
  readonly file: string
  readonly originalName?: string | undefined
}

/** Returns the files of published assets. Assets whose file is not processed yet count as not published. */
export function toSpaceAssetFiles(
  published: readonly PublishedAsset[],
  currentSeed: CurrentSeed,
): readonly SpaceAssetFile[] {
  return published.flatMap(({ sys: { id }, fields: { title = '', file } }) => {
    if (!file) return []
    const { fileName, contentType, url, details } = file
    return [{ id, title, fileName, contentType, url, size: details.size, previous: findCurrentAsset(currentSeed, id) }]
  })
}
