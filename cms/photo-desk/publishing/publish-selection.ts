import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import type { PictureWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpaceEntry, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { changePictures, type Failure, type Failures, type Progress } from './change-pictures.ts'
import { checkPictures, getPictureCheck } from './check-pictures.ts'
import { savePendingTexts } from './save-pending-texts.ts'
import { isDraftOrChanged, isUnpublished } from './unpublished-content.ts'

/** The pictures, by the id of their entry, and whether the page is selected. */
export interface PublishSelection {
  readonly entryIds: readonly string[]
  readonly hasPage: boolean
}

/** What was published, except the failures. */
export interface PublishResult extends PublishSelection {
  readonly pageId: string
  readonly failures: Failures
}

/** Whether visitors still see the latest version of what was published. */
export function isStillPublished(
  { entryIds, hasPage, pageId, failures }: PublishResult,
  spacePictures: SpacePictures,
  pictureType: PictureType,
): boolean {
  const isCurrent = (id: string) => {
    const picture = getPicture(spacePictures, pictureType, id)
    return picture?.entry.sys.publishedVersion !== undefined && !isUnpublished(picture)
  }
  const isPageCurrent = !hasPage || failures.has(pageId) || !isDraftOrChanged(spacePictures.page)
  return isPageCurrent && entryIds.every((id) => failures.has(id) || isCurrent(id))
}

/** Saves pending texts, then publishes what can be. `seenPage` is the version of the page that the editor has seen. */
export async function publishSelection(
  workspace: PictureWorkspace,
  { entryIds, hasPage }: PublishSelection,
  seenPage: SpaceEntry,
  onProgress: (progress: Progress) => void,
): Promise<PublishResult> {
  const { client, pictureType, updateSpacePictures, choices } = workspace
  const pageId = seenPage.sys.id
  const refused = await findRefused(workspace, entryIds)
  const spacePictures = workspace.getSpacePictures()
  const failures = await changePictures('publish', {
    client,
    pictureType,
    page: seenPage,
    pictures: entryIds.flatMap(
      (id) => (!refused.has(id) && spacePictures && getPicture(spacePictures, pictureType, id)) || [],
    ),
    isPagePublished: hasPage,
    onChange: updateSpacePictures,
    onProgress,
  })
  const result = { entryIds, hasPage, pageId, failures: new Map([...failures, ...refused]) }
  const publishedIds = [...entryIds, ...(hasPage ? [pageId] : [])].filter((id) => !result.failures.has(id))
  choices.change(publishedIds, undefined)
  return result
}

/**
 * Saves pending texts, and returns which of the pictures cannot be published, and why: their texts are not saved, or are
 * not as the editor has seen them, or what was typed last has made the picture invalid.
 */
export async function findRefused(workspace: PictureWorkspace, entryIds: readonly string[]): Promise<Failures> {
  const unsaved = await savePendingTexts(workspace)
  const spacePictures = workspace.getSpacePictures()
  const check = spacePictures && checkPictures(spacePictures, workspace.pictureType)
  const refused = entryIds.flatMap((id): readonly (readonly [string, Failure])[] => {
    const [issue] = check ? getPictureCheck(check, id).blocking : []
    const failure = unsaved.get(id) ?? (issue && { message: issue.text })
    return failure ? [[id, failure]] : []
  })
  return new Map(refused)
}
