import type { PictureWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture, type SpacePicture } from '#cms/photo-desk/space/space-pictures.ts'
import { getPictureTitle } from './describe-content.ts'
import { findRefused, type PublishSelection } from './publish-selection.ts'
import type { ScheduledEntity } from './scheduled-actions.ts'
import { isDraftOrChanged } from './unpublished-content.ts'

/**
 * Saves pending texts, and returns the entities of a selection in the order of their publication: assets, entries, then
 * the page. Throws an error that names the first picture that cannot be published, with the reason.
 */
export async function collectEntities(
  workspace: PictureWorkspace,
  { entryIds, hasPage }: PublishSelection,
): Promise<readonly ScheduledEntity[]> {
  const { pictureType } = workspace
  const [refused] = [...(await findRefused(workspace, entryIds))]
  const spacePictures = workspace.getSpacePictures()
  if (!spacePictures) throw new Error('The pictures are not loaded yet. Retry in a moment')
  const pictures = entryIds.flatMap((id) => getPicture(spacePictures, pictureType, id) ?? [])
  if (refused) {
    const [refusedId, { message }] = refused
    const picture = getPicture(spacePictures, pictureType, refusedId)
    const title = picture ? getPictureTitle(picture, pictureType) : refusedId
    throw new Error(`“${title}” cannot be published: ${message}`)
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
