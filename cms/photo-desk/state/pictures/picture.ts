import type { AssetProps } from 'contentful-management'
import { getListedEntryIds } from '#cms/photo-desk/client/page-list.ts'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import {
  type EntryValues,
  getAssetId,
  getPictureUrl,
  getTextValues,
  type SpaceEntry,
  type SpacePictures,
  type SpaceResource,
} from '#cms/photo-desk/client/space-pictures.ts'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import { removeFileNameMarks } from '#cms/pictures/file-name-marks.ts'
import { getPublicationState, needsPublishing, type PublicationState } from '#cms/publish-state.ts'
import { LOCALE } from '#shared/constants.ts'

/** A picture as all views show it: in the space, a file that is being added, or one that was removed with unsaved texts. */
export interface DeskPicture {
  /** The key of the picture: an upload and the picture that it becomes are one. */
  readonly id: string
  /** `undefined` while the file is being added, and for a removed picture. */
  readonly entry?: SpaceEntry
  /** `undefined` also if the entry links to no asset, or to one that does not exist. */
  readonly asset?: AssetProps | undefined
  /** The name of the file, or the title of the asset without one. */
  readonly name: string
  /** The names by which a CSV file can mean the picture. */
  readonly fileNames: readonly string[]
  readonly thumbnailUrl?: string | undefined
  /** By field; in the table of texts with unsaved changes. */
  readonly values: EntryValues
  /** `removed`: the file is not added, or somebody else has deleted the picture. */
  readonly state: PublicationState | 'adding' | 'removed'
  readonly edit?: EntryEdit | undefined
  /** The picture of the list that a removed one duplicates, for which its texts are offered. */
  readonly duplicate?: DeskPicture | undefined
  /** Whether visitors see the same, although it was changed since it was published: for example back again. */
  readonly isSameAsPublished?: boolean
  /** What should be corrected in valid texts: sentences by field. */
  readonly advice?: ReadonlyMap<string, string> | undefined
}

export interface SpacePicture extends DeskPicture {
  readonly entry: SpaceEntry
  readonly asset: AssetProps | undefined
  readonly state: PublicationState
  /** The first text, or else the name of the file. */
  readonly title: string
  /** Whether the page lists it. */
  readonly isListed: boolean
}

/** Pictures of the space, by the ids of their entries. */
export type PictureMap = ReadonlyMap<string, SpacePicture>

/** Returns the pictures in the order of the page, then those that the page does not list. */
export function listPictures({ page, entries, assets }: SpacePictures, pictureType: PictureType): PictureMap {
  const listedIds = new Set(getListedEntryIds(page, pictureType.page))
  const pictures = [...new Set([...listedIds, ...entries.keys()])].flatMap((id) => {
    const entry = entries.get(id)
    const asset = entry && assets.get(getAssetId(entry, pictureType) ?? '')
    return entry ? [[id, getPicture(entry, asset, listedIds.has(id), pictureType)] as const] : []
  })
  return new Map(pictures)
}

/** A picture stays the same object until it changes, so that memoized tiles do not render again. */
const knownPictures = new WeakMap<SpaceEntry, SpacePicture>()

/** px; twice the width of most thumbnails */
const THUMBNAIL_WIDTH = 240

function getPicture(entry: SpaceEntry, asset: AssetProps | undefined, isListed: boolean, pictureType: PictureType) {
  const known = knownPictures.get(entry)
  if (known && known.asset === asset && known.isListed === isListed) return known
  const fileName = asset?.fields.file?.[LOCALE]?.fileName
  const names = [fileName && removeFileNameMarks(fileName), fileName, asset?.fields.title?.[LOCALE]]
  const fileNames = names.flatMap((fileOrTitle) => fileOrTitle || [])
  const values = getTextValues(entry, pictureType)
  const [firstText] = Object.values(values)
  const picture: SpacePicture = {
    id: entry.sys.id,
    entry,
    asset,
    name: fileNames[0] ?? 'No file',
    fileNames,
    thumbnailUrl: getPictureUrl(asset, THUMBNAIL_WIDTH),
    values,
    state: getPublicationState(entry.sys),
    title: firstText || names[0] || `A ${pictureType.name} without a text`,
    isListed,
  }
  knownPictures.set(entry, picture)
  return picture
}

/** Whether visitors do not see the latest version of the entry or of its asset. */
export const isUnpublished = ({ state, asset, isSameAsPublished = false }: DeskPicture): boolean =>
  !isSameAsPublished &&
  (state === 'adding' ||
    state === 'draft' ||
    state === 'changed' ||
    (state === 'published' && asset !== undefined && isDraftOrChanged(asset)))

/** Whether the entry or asset is a draft, or changed since it was published. */
export const isDraftOrChanged = ({ sys }: SpaceResource): boolean =>
  sys.archivedVersion === undefined && needsPublishing(sys)

/** Whether the entry or asset was published once, and is not any more. */
export const isTakenDown = ({ sys }: SpaceResource): boolean =>
  getPublicationState(sys) === 'draft' && sys.firstPublishedAt !== undefined

/**
 * Whether something is published next unless the editor deselects it. What was taken down is not: nobody publishes it
 * again without being aware of it.
 */
export const isSelectedByDefault = (...resources: readonly (SpaceResource | undefined)[]): boolean => {
  const existing = resources.flatMap((resource) => resource ?? [])
  return existing.some(isDraftOrChanged) && !existing.some(isTakenDown)
}
