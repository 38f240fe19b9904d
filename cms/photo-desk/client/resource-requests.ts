import type { CMAClient } from '@contentful/app-sdk'
import type { AssetProps } from 'contentful-management'
import { getPublicationState } from '#cms/publish-state.ts'
import { hasStatus } from './request-error.ts'
import {
  isSameValue,
  type SpaceAccess,
  type SpaceChange,
  type SpaceEntry,
  type SpaceResource,
} from './space-pictures.ts'

/** The requests that change the state of an entry or asset, and what they change in the pictures of the space. */
export interface ResourceRequests<Resource> {
  readonly get: (cma: CMAClient, id: string) => Promise<Resource>
  /** Publishes the version of the resource. */
  readonly publish: (cma: CMAClient, resource: Resource) => Promise<Resource>
  readonly unpublish: (cma: CMAClient, id: string) => Promise<Resource>
  readonly archive: (cma: CMAClient, id: string) => Promise<Resource>
  readonly unarchive: (cma: CMAClient, id: string) => Promise<Resource>
  readonly delete: (cma: CMAClient, id: string) => Promise<unknown>
  readonly toChange: (resource: Resource) => SpaceChange
  readonly toDeletion: (id: string) => SpaceChange
}

export const ENTRY_REQUESTS: ResourceRequests<SpaceEntry> = {
  get: (cma, entryId) => cma.entry.get({ entryId }),
  publish: (cma, entry) => cma.entry.publish({ entryId: entry.sys.id }, entry),
  unpublish: (cma, entryId) => cma.entry.unpublish({ entryId }),
  archive: (cma, entryId) => cma.entry.archive({ entryId }),
  unarchive: (cma, entryId) => cma.entry.unarchive({ entryId }),
  delete: (cma, entryId) => cma.entry.delete({ entryId }),
  toChange: (entry) => ({ entries: [entry] }),
  toDeletion: (id) => ({ deletedEntryIds: [id] }),
}

export const ASSET_REQUESTS: ResourceRequests<AssetProps> = {
  get: (cma, assetId) => cma.asset.get({ assetId }),
  publish: (cma, asset) => cma.asset.publish({ assetId: asset.sys.id }, asset),
  unpublish: (cma, assetId) => cma.asset.unpublish({ assetId }),
  archive: (cma, assetId) => cma.asset.archive({ assetId }),
  unarchive: (cma, assetId) => cma.asset.unarchive({ assetId }),
  delete: (cma, assetId) => cma.asset.delete({ assetId }),
  toChange: (asset) => ({ assets: [asset] }),
  toDeletion: (id) => ({ deletedAssetIds: [id] }),
}

/** Somebody else has changed what is published, so that the editor looks at it first. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError'
  readonly seen: SpaceResource
  readonly current: SpaceResource

  constructor(seen: SpaceResource, current: SpaceResource) {
    super('Somebody else has changed this')
    this.seen = seen
    this.current = current
  }
}

interface StepOptions<Resource> {
  /** Its pictures are updated with what Contentful has then. */
  readonly space: Pick<SpaceAccess, 'client' | 'updateSpacePictures'>
  readonly requests: ResourceRequests<Resource>
  /** The version that the editor has seen. */
  readonly resource: Resource
}

/** Attempts to publish when others save the same resource without changing a field. */
const MAX_ATTEMPTS = 3

/**
 * Publishes exactly the version that the editor has seen. After a version conflict it reads the resource again: the same
 * field values are published, others are a `ConflictError`.
 */
export async function publishResource<Resource extends SpaceResource>(options: StepOptions<Resource>): Promise<void> {
  const { space, requests, resource: seen } = options
  let current = seen
  for (let attempts = 1; ; attempts += 1) {
    const version = current
    try {
      return space.updateSpacePictures(
        requests.toChange(await space.client.send((cma) => requests.publish(cma, version))),
      )
    } catch (error) {
      if (!hasStatus(error, 409) || attempts === MAX_ATTEMPTS) throw error
    }
    current = await space.client.send((cma) => requests.get(cma, seen.sys.id))
    space.updateSpacePictures(requests.toChange(current))
    if (!isSameValue(seen.fields, current.fields)) throw new ConflictError(seen, current)
    if (getPublicationState(current.sys) === 'published') return // the response to the first attempt was lost
  }
}

/** The state that a request leaves. */
const STATES = { unpublish: 'draft', archive: 'archived', unarchive: 'draft' } as const

/** Unpublishes, archives or restores a resource. It may be so already: the response to a first attempt can be lost. */
export async function changeState<Resource extends SpaceResource>(
  step: keyof typeof STATES,
  { space, requests, resource }: StepOptions<Resource>,
): Promise<void> {
  const { id } = resource.sys
  try {
    space.updateSpacePictures(requests.toChange(await space.client.send((cma) => requests[step](cma, id))))
  } catch (error) {
    if (!hasStatus(error, 400)) throw error
    const current = await space.client.send((cma) => requests.get(cma, id))
    if (getPublicationState(current.sys) !== STATES[step]) throw error
    space.updateSpacePictures(requests.toChange(current))
  }
}

/** Unpublishes and deletes a resource. Somebody else, or the first attempt, can have deleted it already. */
export async function deleteResource<Resource extends SpaceResource>(options: StepOptions<Resource>): Promise<void> {
  const { space, requests, resource } = options
  const { id, publishedVersion } = resource.sys
  try {
    if (publishedVersion !== undefined) await changeState('unpublish', options)
    await space.client.send((cma) => requests.delete(cma, id))
  } catch (error) {
    if (!hasStatus(error, 404)) throw error
  }
  space.updateSpacePictures(requests.toDeletion(id))
}
