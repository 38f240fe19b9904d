import type { AssetProps } from 'contentful-management'
import { getPublicationState, type SpaceEntry, type SpacePicture } from '#cms/photo-desk/client/space-pictures.ts'

/** Whether visitors do not see the latest version of the entry or of its asset. */
export const isUnpublished = ({ entry, asset }: SpacePicture): boolean =>
  isDraftOrChanged(entry) ||
  (asset !== undefined && getPublicationState(entry) !== 'archived' && isDraftOrChanged(asset))

/** Whether the entry or asset is a draft, or changed since it was published. */
export function isDraftOrChanged(resource: SpaceEntry | AssetProps): boolean {
  const state = getPublicationState(resource)
  return state === 'draft' || state === 'changed'
}

/** Whether the entry or asset was published once, and is not any more. */
export const isTakenDown = (resource: SpaceEntry | AssetProps): boolean =>
  getPublicationState(resource) === 'draft' && resource.sys.firstPublishedAt !== undefined

/**
 * Whether something is published next unless the editor deselects it. What was taken down is not: nobody publishes it
 * again without being aware of it.
 */
export const isSelectedByDefault = (...resources: readonly (SpaceEntry | AssetProps | undefined)[]): boolean => {
  const existing = resources.flatMap((resource) => resource ?? [])
  return existing.some(isDraftOrChanged) && !existing.some(isTakenDown)
}
