import type { CMAClient } from '@contentful/app-sdk'
import { repeatOnConflict } from '#cms/photo-desk/client/desk-client.ts'
import { hasStatus } from '#cms/photo-desk/client/request-error.ts'
import {
  type ChangedSpace,
  isEntry,
  isSameValue,
  type SpaceResource,
  sendRequest,
  sendVersion,
} from '#cms/photo-desk/client/space-pictures.ts'
import { getPublicationState } from '#cms/publish-state.ts'
import { compareVersions, type FieldDifference } from './field-differences.ts'

/** Somebody else has changed a picture or the page since the editor has seen it. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  /** Without fields that the desk does not show, such as the title of a file. */
  readonly differences: readonly FieldDifference[]

  constructor(seen: SpaceResource, current: SpaceResource) {
    super('Somebody else has changed this. Look at what is there now. Publish publishes it')
    this.differences = compareVersions(seen, current)
  }
}

/**
 * Publishes exactly the version that the editor has seen. After a version conflict it reads the resource again: the same
 * field values are published, others are a `ConflictError`.
 */
export async function publishResource(space: ChangedSpace, seen: SpaceResource): Promise<void> {
  let known: SpaceResource | undefined = seen
  await repeatOnConflict(async () => {
    const version = known ?? (await sendRequest(space, seen, 'get'))
    known = undefined
    if (!isSameValue(seen.fields, version.fields)) throw new ConflictError(seen, version)
    // The response to the first attempt can have been lost.
    if (version !== seen && getPublicationState(version.sys) === 'published') return
    await sendVersion(space, version, 'publish')
  })
}

/** The state that a request leaves. */
const STATES = { unpublish: 'draft', archive: 'archived', unarchive: 'draft' } as const

/** Unpublishes, archives or restores a resource. It may be so already: the response to a first attempt can be lost. */
export async function changeState(
  space: ChangedSpace,
  resource: SpaceResource,
  step: keyof typeof STATES,
): Promise<void> {
  try {
    await sendRequest(space, resource, step)
  } catch (error) {
    if (!hasStatus(error, 400)) throw error
    const current = await sendRequest(space, resource, 'get')
    if (getPublicationState(current.sys) !== STATES[step]) throw error
  }
}

/** Unpublishes and deletes a resource. Somebody else, or the first attempt, can have deleted it already. */
export async function deleteResource(space: ChangedSpace, resource: SpaceResource): Promise<void> {
  const { id, publishedVersion } = resource.sys
  const remove = (cma: CMAClient): Promise<unknown> =>
    isEntry(resource) ? cma.entry.delete({ entryId: id }) : cma.asset.delete({ assetId: id })
  try {
    if (publishedVersion !== undefined) await changeState(space, resource, 'unpublish')
    await space.client.send(remove)
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
  }
  space.updateSpacePictures(isEntry(resource) ? { deletedEntryIds: [id] } : { deletedAssetIds: [id] })
}
