import { createLink } from '#cms/links.ts'
import type { PictureWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPicture } from '#cms/photo-desk/space/space-pictures.ts'
import { getPictureTitle } from './describe-content.ts'
import { preparePictures } from './publish-selection.ts'
import type { PublishSelection } from './publishing-state.ts'
import type { ScheduledEntity } from './scheduled-actions.ts'
import { isDraftOrChanged } from './unpublished-content.ts'

/**
 * Saves pending texts, and returns the entities of a selection in the order of their publication: unpublished assets,
 * unpublished entries, then the page. Throws an error that names the first picture that cannot be published, with the reason.
 */
export async function collectEntities(
  workspace: PictureWorkspace,
  { entryIds, hasPage }: PublishSelection,
): Promise<readonly ScheduledEntity[]> {
  const { pictureType } = workspace
  const { spacePictures, pictures, refused } = await preparePictures(workspace, entryIds)
  for (const [refusedId, { message }] of refused) {
    const picture = getPicture(spacePictures, pictureType, refusedId)
    const title = picture ? getPictureTitle(picture, pictureType) : refusedId
    throw new Error(`“${title}” cannot be published: ${message}`)
  }
  const assets = pictures.flatMap(({ asset }) => asset ?? []).filter(isDraftOrChanged)
  const entries = pictures.map(({ entry }) => entry).filter(isDraftOrChanged)
  const assetIds = new Set(assets.map(({ sys }) => sys.id))
  const entryIdsAndPage = [...entries, ...(hasPage ? [spacePictures.page] : [])].map(({ sys }) => sys.id)
  return [
    ...[...assetIds].map((id) => createLink('Asset', id)),
    ...entryIdsAndPage.map((id) => createLink('Entry', id)),
  ]
}
