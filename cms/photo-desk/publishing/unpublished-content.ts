import type { AssetProps } from 'contentful-management'
import { countChanges } from '#cms/photo-desk/order/move-entries.ts'
import {
  getPublicationState,
  isSameValue,
  listPictures,
  type SpaceEntry,
  type SpacePicture,
  type SpacePictures,
} from '#cms/photo-desk/space/space-pictures.ts'
import { getListedEntryIds } from '#cms/pictures/page-list.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { LOCALE } from '#shared/constants.ts'
import { compareFields, type FieldDifference, formatListChange } from './field-differences.ts'

/** The published versions of changed entries and assets, by id. */
export interface PublishedVersions {
  readonly entries: ReadonlyMap<string, SpaceEntry>
  readonly assets: ReadonlyMap<string, AssetProps>
}

/** A picture of which visitors do not see the latest version. */
export interface UnpublishedPicture extends SpacePicture {
  /** What is not published, for example `['New']` or `['Caption', 'Focal point']`. */
  readonly changes: readonly string[]
  /** Whether the page lists it. */
  readonly isListed: boolean
}

/** The page, if it has changes that are not published. */
export interface UnpublishedPage {
  readonly entry: SpaceEntry
  /** How its list changed, for example `2 moved, 1 added`; `undefined` if it did not, or if that is not known. */
  readonly listChange: string | undefined
  /** Differences of other fields. Editors change them in Contentful, not in the photo desk. */
  readonly otherDifferences: readonly FieldDifference[]
  /** Whether the published version is known. */
  readonly isCompared: boolean
}

/** What visitors do not see yet. */
export interface UnpublishedContent {
  readonly pictures: readonly UnpublishedPicture[]
  readonly page: UnpublishedPage | undefined
}

/** Returns the pictures and the page that are not published, or are changed since. */
export function findUnpublishedContent(
  spacePictures: SpacePictures,
  pictureType: PictureType,
  published: PublishedVersions,
): UnpublishedContent {
  const { listed, unlisted } = listPictures(spacePictures, pictureType)
  const toUnpublished = (pictures: readonly SpacePicture[], isListed: boolean) =>
    pictures.filter(isUnpublished).map((picture) => ({
      ...picture,
      isListed,
      changes: describePictureChanges(picture, pictureType, published),
    }))
  return {
    pictures: [...toUnpublished(listed, true), ...toUnpublished(unlisted, false)],
    page: comparePage(spacePictures.page, pictureType, published.entries.get(spacePictures.page.sys.id)),
  }
}

/** Whether visitors do not see the latest version of the entry or of its asset. */
export const isUnpublished = ({ entry, asset }: SpacePicture): boolean =>
  isDraftOrChanged(entry) ||
  (asset !== undefined && getPublicationState(entry) !== 'archived' && isDraftOrChanged(asset))

/** Whether the entry or asset is a draft, or changed since it was published. */
export function isDraftOrChanged(resource: SpaceEntry | AssetProps): boolean {
  const state = getPublicationState(resource)
  return state === 'draft' || state === 'changed'
}

/** Returns the ids of changed entries and assets. Their published versions tell what changed. */
export function getChangedIds({ page, entries, assets }: SpacePictures) {
  const isChanged = (resource: SpaceEntry | AssetProps) => getPublicationState(resource) === 'changed'
  const toIds = (resources: Iterable<SpaceEntry | AssetProps>) =>
    [...resources].filter(isChanged).map(({ sys }) => sys.id)
  return { entryIds: toIds([page, ...entries.values()]), assetIds: toIds(assets.values()) }
}

function describePictureChanges(
  { entry, asset }: SpacePicture,
  pictureType: PictureType,
  published: PublishedVersions,
): readonly string[] {
  if (getPublicationState(entry) === 'draft') return [entry.sys.firstPublishedAt ? 'Unpublished' : 'New']
  const changes = [
    ...describeEntryChanges(entry, pictureType, published.entries.get(entry.sys.id)),
    ...(asset ? describeAssetChanges(asset, published.assets.get(asset.sys.id)) : []),
  ]
  return changes.length > 0 ? [...new Set(changes)] : ['Saved again without a change']
}

function describeEntryChanges(
  entry: SpaceEntry,
  { type, pictureField }: PictureType,
  published: SpaceEntry | undefined,
): readonly string[] {
  if (getPublicationState(entry) !== 'changed') return []
  if (!published) return ['Changed']
  return compareFields(type, published.fields, entry.fields).map(({ field, name }) =>
    field === pictureField ? FILE_CHANGE : name,
  )
}

const FILE_CHANGE = 'File'

function describeAssetChanges(asset: AssetProps, published: AssetProps | undefined): readonly string[] {
  const state = getPublicationState(asset)
  if (state === 'draft') return [FILE_CHANGE]
  if (state !== 'changed') return []
  if (!published) return [FILE_CHANGE]
  const [file, publishedFile] = [asset, published].map(({ fields }) => fields.file?.[LOCALE]?.url)
  return [
    ...(file === publishedFile ? [] : [FILE_CHANGE]),
    ...(isSameValue(asset.fields.title, published.fields.title) ? [] : ['Title of the file']),
  ]
}

function comparePage(
  entry: SpaceEntry,
  { page: list }: PictureType,
  published: SpaceEntry | undefined,
): UnpublishedPage | undefined {
  if (!isDraftOrChanged(entry)) return undefined
  if (!published) return { entry, listChange: undefined, otherDifferences: [], isCompared: false }
  const toOrder = (page: SpaceEntry) => [...new Set(getListedEntryIds(page, list))]
  const change = countChanges(toOrder(published), toOrder(entry))
  const hasListChange = change.moved + change.added + change.removed > 0
  return {
    entry,
    listChange: hasListChange ? formatListChange(change) : undefined,
    otherDifferences: compareFields(list.type, published.fields, entry.fields).filter(
      ({ field }) => field !== list.field,
    ),
    isCompared: true,
  }
}
