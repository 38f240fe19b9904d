import type { PictureWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { checkPictures, getPictureCheck } from './check-pictures.ts'
import { getPictureTitle } from './describe-content.ts'
import type { PublishSelection } from './publish-content.ts'
import { savePendingTexts } from './save-pending-texts.ts'
import type { ScheduledEntity } from './schedule-actions.ts'
import { isDraftOrChanged } from './unpublished-content.ts'

/**
 * Saves pending texts, and returns the entities of a selection in the order of their publication: assets, entries, then
 * the page. Throws an error that names the first picture that cannot be published, with the reason.
 */
export async function collectEntities(
  workspace: PictureWorkspace,
  { entryIds, hasPage }: PublishSelection,
): Promise<readonly ScheduledEntity[]> {
  const unsaved = await savePendingTexts(workspace)
  const spacePictures = workspace.getSpacePictures()
  if (!spacePictures) throw new Error('The pictures are not loaded yet. Retry in a moment')
  const check = checkPictures(spacePictures, workspace.pictureType)
  const pictures = entryIds.flatMap((id) => getPicture(spacePictures, workspace.pictureType, id) ?? [])
  for (const picture of pictures) {
    const { id } = picture.entry.sys
    const outcome = unsaved.get(id)
    const unsavedReason =
      outcome?.status === 'failed' ? outcome.message : outcome && 'Somebody else has changed it meanwhile'
    const reason = unsavedReason ?? getPictureCheck(check, id).blocking[0]?.text
    if (reason) throw new Error(`“${getPictureTitle(picture, workspace.pictureType)}” cannot be published: ${reason}`)
  }
  return [...toEntities(pictures), ...(hasPage ? [{ linkType: 'Entry' as const, id: spacePictures.page.sys.id }] : [])]
}

/** Returns the unpublished assets of pictures, each once, then their unpublished entries. */
function toEntities(pictures: readonly SpacePicture[]): readonly ScheduledEntity[] {
  const assets = pictures.flatMap(({ asset }) => asset ?? []).filter(isDraftOrChanged)
  const entries = pictures.map(({ entry }) => entry).filter(isDraftOrChanged)
  return [
    ...[...new Set(assets.map(({ sys }) => sys.id))].map((id) => ({ linkType: 'Asset' as const, id })),
    ...entries.map(({ sys }) => ({ linkType: 'Entry' as const, id: sys.id })),
  ]
}
