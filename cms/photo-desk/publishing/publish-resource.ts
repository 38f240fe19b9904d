import type { CMAClient } from '@contentful/app-sdk'
import type { AssetProps } from 'contentful-management'
import type { DeskClient } from '#cms/photo-desk/space/desk-client.ts'
import { hasStatus, toRequestError } from '#cms/photo-desk/space/request-error.ts'
import { getPublicationState, type SpaceEntry } from '#cms/photo-desk/space/space-pictures.ts'
import { hasSameFields } from './field-differences.ts'

/** A version of a resource that the editor has seen, and the version that somebody else has saved since. */
export interface VersionConflict<Resource> {
  readonly seen: Resource
  readonly actual: Resource
}

/** `failed`: `message` says why and what to do. `conflict`: nothing is published. */
export type PublishOutcome<Resource> =
  | { readonly status: 'published'; readonly resource: Resource }
  | { readonly status: 'failed'; readonly message: string; readonly isOffline: boolean }
  | ({ readonly status: 'conflict' } & VersionConflict<Resource>)

/** The requests for one kind of resource. */
export interface ResourceRequests<Resource> {
  readonly get: (cma: CMAClient, id: string) => Promise<Resource>
  readonly publish: (cma: CMAClient, resource: Resource) => Promise<Resource>
}

export const ENTRY_REQUESTS: ResourceRequests<SpaceEntry> = {
  get: (cma, entryId) => cma.entry.get({ entryId }),
  publish: (cma, entry) => cma.entry.publish({ entryId: entry.sys.id }, entry),
}

export const ASSET_REQUESTS: ResourceRequests<AssetProps> = {
  get: (cma, assetId) => cma.asset.get({ assetId }),
  publish: (cma, asset) => cma.asset.publish({ assetId: asset.sys.id }, asset),
}

/** Attempts to publish when others save the same resource without changing a field. */
const MAX_ATTEMPTS = 3

/**
 * Publishes exactly the version that the editor has seen. After a version conflict it reads the resource again: other
 * field values are a conflict that the editor resolves; the same values are published. Does not reject.
 */
export async function publishResource<Resource extends SpaceEntry | AssetProps>(
  client: DeskClient,
  { get, publish }: ResourceRequests<Resource>,
  seen: Resource,
): Promise<PublishOutcome<Resource>> {
  let current = seen
  try {
    for (let attempts = 1; ; attempts += 1) {
      const version = current
      try {
        return { status: 'published', resource: await client.send((cma) => publish(cma, version)) }
      } catch (error) {
        if (!hasStatus(error, 409) || attempts === MAX_ATTEMPTS) throw error
      }
      current = await client.send((cma) => get(cma, seen.sys.id))
      if (!hasSameFields(seen.fields, current.fields)) return { status: 'conflict', seen, actual: current }
      // The first attempt took effect although its response was lost.
      if (getPublicationState(current) === 'published') return { status: 'published', resource: current }
    }
  } catch (error) {
    const { status, message } = toRequestError(error)
    return { status: 'failed', message, isOffline: status === 0 || status === 401 }
  }
}
