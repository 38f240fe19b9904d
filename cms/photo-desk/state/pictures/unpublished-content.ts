import type { SpaceResource } from '#cms/photo-desk/client/space-pictures.ts'
import { getPublicationState, needsPublishing } from '#cms/publish-state.ts'
import type { DeskPicture } from './picture.ts'

/** Whether visitors do not see the latest version of the entry or of its asset. */
export const isUnpublished = ({ state, asset }: DeskPicture): boolean =>
  state === 'adding' ||
  state === 'draft' ||
  state === 'changed' ||
  (state === 'published' && asset !== undefined && isDraftOrChanged(asset))

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
