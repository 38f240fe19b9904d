import { queryOptions, skipToken } from '@tanstack/react-query'
import type { AssetProps } from 'contentful-management'
import type { DeskClient } from '#cms/photo-desk/client/desk-client.ts'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import {
  getAssetId,
  type SpaceEntry,
  type SpacePictures,
  type SpaceResource,
  toMap,
} from '#cms/photo-desk/client/space-pictures.ts'
import { describeChanges, findMovedIds } from '#cms/photo-desk/state/order/move-entries.ts'
import {
  isDraftOrChanged,
  isTakenDown,
  isUnpublished,
  listPictures,
  type SpacePicture,
} from '#cms/photo-desk/state/pictures/picture.ts'
import { getPublicationState } from '#cms/publish-state.ts'
import { compareAssets, compareEntries, type FieldDifference } from './field-differences.ts'

/** The published versions of changed entries and assets, by id. */
export interface PublishedVersions {
  readonly entries: ReadonlyMap<string, SpaceEntry>
  readonly assets: ReadonlyMap<string, AssetProps>
}

/** A picture, or the page, beside what visitors see of it. */
export interface ComparedContent {
  readonly entry: SpaceEntry
  /** `undefined` for the page. */
  readonly picture?: SpacePicture
  /**
   * What is not published, for example `['New']`, `['Caption', 'Focal point']` or `['Order and list: 2 moved']`; empty if
   * visitors see the same.
   */
  readonly changes: readonly string[]
  /** Of the page without its list: editors change its other fields in Contentful, not in the photo desk. */
  readonly differences: readonly FieldDifference[]
  /** What changed in the list of the page. */
  readonly moves: readonly ListMove[]
  /** The published version, if it is known and not the same. */
  readonly publishedEntry?: SpaceEntry | undefined
  /** The published file, if it is not the same. */
  readonly publishedAsset?: AssetProps | undefined
}

/** A picture that was moved, added or removed, with its positions from 1. */
export interface ListMove {
  readonly id: string
  readonly before: number | undefined
  readonly after: number | undefined
}

const isChanged = ({ sys }: SpaceResource) => getPublicationState(sys) === 'changed'

/** Returns the entries and assets of which visitors see an older version. */
const listChanged = ({ page, entries, assets }: SpacePictures) => ({
  entries: [page, ...entries.values()].filter(isChanged),
  assets: [...assets.values()].filter(isChanged),
})

/** The query of the published versions of what is changed. `spacePictures`: `undefined` until they are fetched. */
export function createPublishedVersionsQuery(
  client: DeskClient,
  spacePictures: SpacePictures | undefined,
  pictureType: PictureType,
) {
  const { entries, assets } = spacePictures ? listChanged(spacePictures) : { entries: [], assets: [] }
  // The file of a changed entry can be published alone.
  const linked = entries.flatMap((entry) => spacePictures?.assets.get(getAssetId(entry, pictureType) ?? '') ?? [])
  const versions = [...entries, ...linked, ...assets].map(({ sys }) => [sys.type, sys.id, sys.publishedVersion])
  return queryOptions({
    queryKey: ['published-versions', pictureType.type, versions],
    queryFn: spacePictures ? () => fetchPublishedVersions(client, spacePictures, pictureType) : skipToken,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Fetches the published versions of what is changed. */
export async function fetchPublishedVersions(
  client: DeskClient,
  spacePictures: SpacePictures,
  pictureType: PictureType,
): Promise<PublishedVersions> {
  const { entries, assets } = listChanged(spacePictures)
  const toIds = (resources: readonly SpaceResource[]) => resources.map(({ sys }) => sys.id)
  const published = await client.readByIds(toIds(entries), (cma, query) => cma.entry.getPublished({ query }))
  const linkedIds = published.flatMap((entry) => getAssetId(entry, pictureType) ?? []) // others than now, perhaps
  const assetIds = new Set([...toIds(assets), ...linkedIds])
  const publishedAssets = await client.readByIds([...assetIds], (cma, query) => cma.asset.getPublished({ query }))
  return { entries: toMap(published), assets: toMap(publishedAssets) }
}

/** Returns the ids of the list that visitors see; `undefined` until it is known. */
export function listShownIds(
  page: SpaceEntry,
  { page: list }: PictureType,
  published: PublishedVersions | undefined,
): readonly string[] | undefined {
  const state = getPublicationState(page.sys)
  const shown = state === 'changed' ? published?.entries.get(page.sys.id) : page
  return state === 'draft' ? [] : shown && getListedEntryIds(shown, list)
}

function comparePicture(
  picture: SpacePicture,
  pictureType: PictureType,
  published: PublishedVersions,
): ComparedContent {
  const { entry, asset, state } = picture
  const unchanged = { entry, picture, changes: [], differences: [], moves: [] }
  if (!isUnpublished(picture)) return unchanged
  if (state === 'draft') return { ...unchanged, changes: [isTakenDown(entry) ? 'Taken down' : 'New'] }
  const publishedEntry = published.entries.get(entry.sys.id) ?? entry // it is not changed, or not known
  const publishedAsset = published.assets.get(getAssetId(publishedEntry, pictureType) ?? '')
  const { pictureField } = pictureType
  const ofFile = asset && publishedAsset && compareAssets(publishedAsset, asset, pictureField)
  const ofEntry = compareEntries(publishedEntry, entry)
  // Its link is another one too if the asset is.
  const differences = ofFile ? [...ofEntry.filter(({ field }) => field !== pictureField), ...ofFile] : ofEntry
  const changes = [
    ...differences.map(({ name }) => name),
    ...(isChanged(entry) && publishedEntry === entry ? ['Changed'] : []),
    ...(asset && isDraftOrChanged(asset) && !publishedAsset ? ['File'] : []),
  ]
  if (changes.length === 0) return { ...unchanged, picture: { ...picture, isSameAsPublished: true } }
  const isSameFile = ofFile?.length === 0
  return { ...unchanged, differences, changes, publishedEntry, publishedAsset: isSameFile ? undefined : publishedAsset }
}

/** Whether visitors do not see all of a picture or the page. */
export const hasUnpublishedChanges = ({ changes }: ComparedContent): boolean => changes.length > 0

/** Compares all pictures and their page with what visitors see. */
export const compareContent = (
  spacePictures: SpacePictures,
  pictureType: PictureType,
  published: PublishedVersions = { entries: new Map(), assets: new Map() },
) => ({
  pictures: [...listPictures(spacePictures, pictureType).values()].map((picture) =>
    comparePicture(picture, pictureType, published),
  ),
  page: comparePage(spacePictures.page, pictureType, published),
})

function comparePage(entry: SpaceEntry, { page: list }: PictureType, { entries }: PublishedVersions): ComparedContent {
  const published = entries.get(entry.sys.id) // undefined if there is none, or if it is not known
  const unchanged = { entry, changes: [], differences: [], moves: [] }
  if (!isDraftOrChanged(entry)) return unchanged
  if (!published) {
    const isNew = getPublicationState(entry.sys) === 'draft'
    const others = 'Other changes of this page, for example of its titles, are published with it'
    return { ...unchanged, changes: [isNew ? 'New' : others] }
  }
  const getOrder = (page: SpaceEntry) => [...new Set(getListedEntryIds(page, list))]
  const [before, after] = [getOrder(published), getOrder(entry)]
  const listChange = describeChanges(before, after)
  const differences = compareEntries(published, entry).filter(({ field }) => field !== list.field)
  const changes = [
    ...(listChange ? [`Order and list: ${listChange}`] : []),
    ...(differences.length > 0 ? [`also ${differences.map(({ name }) => name).join(', ')}`] : []),
  ]
  return { entry, moves: listMoves(before, after), differences, changes, publishedEntry: published }
}

/** Returns what was moved or added in the new order, then what was removed. */
export function listMoves(before: readonly string[], after: readonly string[]): readonly ListMove[] {
  const movedIds = findMovedIds(before, after)
  const toPosition = (ids: readonly string[], id: string) => ids.indexOf(id) + 1 || undefined
  return [...new Set([...after, ...before])]
    .map((id) => ({ id, before: toPosition(before, id), after: toPosition(after, id) }))
    .filter((move) => movedIds.has(move.id) || move.before === undefined || move.after === undefined)
}
