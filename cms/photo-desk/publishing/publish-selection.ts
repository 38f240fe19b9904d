import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import type { PictureWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpaceEntry, type SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { changePictures, type Failure, type Progress } from './change-pictures.ts'
import { checkPictures, getPictureCheck } from './check-pictures.ts'
import type { PublishResult, PublishSelection } from './publishing-state.ts'
import { savePendingTexts } from './save-pending-texts.ts'
import { isDraftOrChanged, isUnpublished } from './unpublished-content.ts'

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
  const { client, pictureType, updateSpacePictures: onChange, choices } = workspace
  const pageId = seenPage.sys.id
  const { pictures, refused } = await preparePictures(workspace, entryIds)
  const options = { client, pictureType, page: seenPage, pictures, isPagePublished: hasPage, onChange, onProgress }
  const failures = new Map([...(await changePictures('publish', options)), ...refused])
  choices.forget([...entryIds, ...(hasPage ? [pageId] : [])].filter((id) => !failures.has(id)))
  return { entryIds, hasPage, pageId, failures }
}

/**
 * Saves pending texts, and returns the pictures that can be published. `refused`: why others cannot: their texts are not
 * saved, or are not as the editor has seen them, or what was typed last has made the picture invalid.
 */
export async function preparePictures(workspace: PictureWorkspace, entryIds: readonly string[]) {
  const { pictureType } = workspace
  const unsaved = await savePendingTexts(workspace)
  const spacePictures = workspace.getSpacePictures()
  if (!spacePictures) throw new Error('The pictures are not loaded yet. Retry in a moment')
  const checks = checkPictures(spacePictures, pictureType)
  const refused = new Map<string, Failure>()
  for (const id of entryIds) {
    const [issue] = getPictureCheck(checks, id).blocking
    const failure = unsaved.get(id) ?? (issue && { message: issue.text })
    if (failure) refused.set(id, failure)
  }
  const accepted = entryIds.filter((id) => !refused.has(id))
  const pictures = accepted.flatMap((id) => getPicture(spacePictures, pictureType, id) ?? [])
  return { spacePictures, pictures, refused }
}
