import type { AssetProps } from 'contentful-management'
import type { DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import {
  getAssetId,
  getPicture,
  getPublicationState,
  type SpaceEntry,
  type SpacePicture,
  type SpacePictures,
  toMap,
} from '#cms/photo-desk/client/space-pictures.ts'
import { describeChanges, findMovedIds } from '#cms/photo-desk/state/order/move-entries.ts'
import { isDraftOrChanged, isTakenDown, isUnpublished } from '#cms/photo-desk/state/pictures/unpublished-content.ts'
import { compareAssets, compareEntries, type FieldDifference } from './field-differences.ts'

/** The published versions of changed entries and assets, by id. */
export interface PublishedVersions {
  readonly entries: ReadonlyMap<string, SpaceEntry>
  readonly assets: ReadonlyMap<string, AssetProps>
}

/** A picture beside what visitors see of it. */
export interface ComparedPicture extends SpacePicture {
  /** Whether the page lists it. */
  readonly isListed: boolean
  /** What is not published, for example `['New']` or `['Caption', 'Focal point']`; empty if nothing is. */
  readonly changes: readonly string[]
  readonly differences: readonly FieldDifference[]
  /** The published file, if it is not the same. */
  readonly publishedAsset: AssetProps | undefined
}

/** The page beside what visitors see of it. */
export interface ComparedPage {
  readonly entry: SpaceEntry
  /** What is not published, for example `['Order and list: 2 moved, 1 added']`; empty if nothing is. */
  readonly changes: readonly string[]
  readonly moves: readonly ListMove[]
  /** Differences of other fields than the list. Editors change them in Contentful, not in the photo desk. */
  readonly differences: readonly FieldDifference[]
}

/** A picture that was moved, added or removed, with its positions from 1. */
export interface ListMove {
  readonly id: string
  readonly before: number | undefined
  readonly after: number | undefined
}

export const NO_DIFFERENCE = 'No difference to what visitors see'

const isChanged = (resource: SpaceEntry | AssetProps) => getPublicationState(resource) === 'changed'

/** Returns the entries and assets of which visitors see an older version. */
export const listChanged = ({ page, entries, assets }: SpacePictures) => ({
  entries: [page, ...entries.values()].filter(isChanged),
  assets: [...assets.values()].filter(isChanged),
})

/** Fetches the published versions of what is changed. */
export async function fetchPublishedVersions(
  client: DeskClient,
  spacePictures: SpacePictures,
  pictureType: PictureType,
): Promise<PublishedVersions> {
  const { entries, assets } = listChanged(spacePictures)
  const toIds = (resources: readonly (SpaceEntry | AssetProps)[]) => resources.map(({ sys }) => sys.id)
  const published = await client.readByIds(toIds(entries), (cma, query) => cma.entry.getPublished({ query }))
  const linkedIds = published.flatMap((entry) => getAssetId(entry, pictureType) ?? []) // others than now, perhaps
  const assetIds = new Set([...toIds(assets), ...linkedIds])
  const publishedAssets = await client.readByIds([...assetIds], (cma, query) => cma.asset.getPublished({ query }))
  return { entries: toMap(published), assets: toMap(publishedAssets) }
}

/** Returns all pictures in the order of the page, then those that it does not list. */
export function comparePictures(
  spacePictures: SpacePictures,
  pictureType: PictureType,
  published: PublishedVersions,
): readonly ComparedPicture[] {
  const listedIds = new Set(getListedEntryIds(spacePictures.page, pictureType.page))
  return [...new Set([...listedIds, ...spacePictures.entries.keys()])].flatMap((id) => {
    const picture = getPicture(spacePictures, pictureType, id)
    return picture ? [comparePicture(picture, listedIds.has(id), pictureType, published)] : []
  })
}

function comparePicture(
  { entry, asset }: SpacePicture,
  isListed: boolean,
  pictureType: PictureType,
  published: PublishedVersions,
): ComparedPicture {
  const unchanged = { entry, asset, isListed, differences: [], publishedAsset: undefined }
  if (!isUnpublished({ entry, asset })) return { ...unchanged, changes: [] }
  if (getPublicationState(entry) === 'draft')
    return { ...unchanged, changes: [isTakenDown(entry) ? 'Taken down' : 'New'] }
  const publishedEntry = published.entries.get(entry.sys.id) ?? entry // it is not changed, or not known
  const publishedAsset = published.assets.get(getAssetId(publishedEntry, pictureType) ?? '')
  const ofFile = asset && publishedAsset ? compareAssets(publishedAsset, asset) : undefined
  const ofEntry = compareEntries(publishedEntry, entry)
  const differences = ofFile
    ? [...ofEntry.filter(({ field }) => field !== pictureType.pictureField), ...ofFile]
    : ofEntry
  const changes = [
    ...differences.map(({ name }) => name),
    ...(isChanged(entry) && publishedEntry === entry ? ['Changed'] : []),
    ...(asset && isDraftOrChanged(asset) && !publishedAsset ? ['File'] : []),
  ]
  return {
    ...unchanged,
    differences,
    changes: changes.length > 0 ? changes : [NO_DIFFERENCE],
    publishedAsset: ofFile && ofFile.length > 0 ? publishedAsset : undefined,
  }
}

/** Compares the page. `published`: its published version; `undefined` if there is none, or if it is not known. */
export function comparePage(
  entry: SpaceEntry,
  { page: list }: PictureType,
  published: SpaceEntry | undefined,
): ComparedPage {
  const unknown = { entry, moves: [], differences: [] }
  if (!isDraftOrChanged(entry)) return { ...unknown, changes: [] }
  if (!published) {
    const isNew = getPublicationState(entry) === 'draft'
    const others = 'Other changes of this page, for example of its titles, are published with it'
    return { ...unknown, changes: [isNew ? 'New' : others] }
  }
  const getOrder = (page: SpaceEntry) => [...new Set(getListedEntryIds(page, list))]
  const [before, after] = [getOrder(published), getOrder(entry)]
  const listChange = describeChanges(before, after)
  const differences = compareEntries(published, entry).filter(({ field }) => field !== list.field)
  const changes = [
    ...(listChange ? [`Order and list: ${listChange}`] : []),
    ...(differences.length > 0 ? [`also ${differences.map(({ name }) => name).join(', ')}`] : []),
  ]
  return {
    entry,
    moves: listMoves(before, after),
    differences,
    changes: changes.length > 0 ? changes : [NO_DIFFERENCE],
  }
}

/** Returns what was moved or added in the new order, then what was removed. */
function listMoves(before: readonly string[], after: readonly string[]): readonly ListMove[] {
  const movedIds = findMovedIds(before, after)
  const toPosition = (ids: readonly string[], id: string) => ids.indexOf(id) + 1 || undefined
  return [...new Set([...after, ...before])]
    .map((id) => ({ id, before: toPosition(before, id), after: toPosition(after, id) }))
    .filter((move) => movedIds.has(move.id) || move.before === undefined || move.after === undefined)
}
