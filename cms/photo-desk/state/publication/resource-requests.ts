import type { CMAClient } from '@contentful/app-sdk'
import type { KeyValueMap } from 'contentful-management'
import { repeatOnConflict } from '#cms/photo-desk/client/desk-client.ts'
import { hasStatus } from '#cms/photo-desk/client/request-error.ts'
import { isEntry, isSameValue, type SpaceAccess, type SpaceResource } from '#cms/photo-desk/client/space-pictures.ts'
import { getPublicationState } from '#cms/publish-state.ts'
import { LOCALE } from '#shared/constants.ts'
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

/** The pictures that are updated with what Contentful has after each request. */
type ChangedSpace = Pick<SpaceAccess, 'client' | 'pictureType' | 'updateSpacePictures'>

/** Attempts to publish when others save the same resource without changing a field. */
const MAX_ATTEMPTS = 3

/**
 * Publishes exactly the version that the editor has seen. After a version conflict it reads the resource again: the same
 * field values are published, others are a `ConflictError`.
 */
export async function publishResource(space: ChangedSpace, seen: SpaceResource): Promise<void> {
  let current = seen
  for (let attempts = 1; ; attempts += 1) {
    const version = current
    try {
      return update(space, await space.client.send((cma) => publish(cma, version)))
    } catch (error) {
      if (!hasStatus(error, 409) || attempts === MAX_ATTEMPTS) throw error
    }
    current = await send(space, seen, 'get')
    update(space, current)
    if (!isSameValue(seen.fields, current.fields)) throw new ConflictError(seen, current)
    if (getPublicationState(current.sys) === 'published') return // the response to the first attempt was lost
  }
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
    update(space, await send(space, resource, step))
  } catch (error) {
    if (!hasStatus(error, 400)) throw error
    const current = await send(space, resource, 'get')
    if (getPublicationState(current.sys) !== STATES[step]) throw error
    update(space, current)
  }
}

/** Unpublishes and deletes a resource. Somebody else, or the first attempt, can have deleted it already. */
export async function deleteResource(space: ChangedSpace, resource: SpaceResource): Promise<void> {
  const { id, publishedVersion } = resource.sys
  try {
    if (publishedVersion !== undefined) await changeState(space, resource, 'unpublish')
    await send(space, resource, 'delete')
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
  }
  space.updateSpacePictures(isEntry(resource) ? { deletedEntryIds: [id] } : { deletedAssetIds: [id] })
}

/**
 * Changes a field in the latest version of a resource, which is also updated in the space if nothing is written. `change` is
 * called again after a conflict.
 */
export async function changeField(
  space: ChangedSpace,
  resource: SpaceResource,
  field: string,
  change: (present: unknown) => unknown,
): Promise<void> {
  const { id } = resource.sys
  await repeatOnConflict(async () => {
    const current = await send(space, resource, 'get')
    update(space, current)
    const { [field]: values }: KeyValueMap = current.fields
    const value = change(values?.[LOCALE])
    if (isSameValue(values?.[LOCALE], value)) return
    const changed = { [field]: { ...values, [LOCALE]: value } }
    const write = (cma: CMAClient): Promise<SpaceResource> =>
      isEntry(current)
        ? cma.entry.update({ entryId: id }, { ...current, fields: { ...current.fields, ...changed } })
        : cma.asset.update({ assetId: id }, { ...current, fields: { ...current.fields, ...changed } })
    update(space, await space.client.send(write))
  })
}

const publish = (cma: CMAClient, resource: SpaceResource): Promise<SpaceResource> =>
  isEntry(resource)
    ? cma.entry.publish({ entryId: resource.sys.id }, resource)
    : cma.asset.publish({ assetId: resource.sys.id }, resource)

/** Sends a request that needs only the id of the resource. */
function send(
  { client }: ChangedSpace,
  resource: SpaceResource,
  request: 'get' | 'delete' | keyof typeof STATES,
): Promise<SpaceResource> {
  const { id } = resource.sys
  return client.send((cma) =>
    isEntry(resource) ? cma.entry[request]({ entryId: id }) : cma.asset[request]({ assetId: id }),
  )
}

/** Applies a resource that Contentful has returned. */
function update({ pictureType, updateSpacePictures }: ChangedSpace, resource: SpaceResource): void {
  if (!isEntry(resource)) updateSpacePictures({ assets: [resource] })
  else if (resource.sys.contentType.sys.id === pictureType.page.type) updateSpacePictures({ page: resource })
  else updateSpacePictures({ entries: [resource] })
}
