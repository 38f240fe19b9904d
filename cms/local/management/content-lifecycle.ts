import type { FastifyInstance } from 'fastify'
import { createNotFoundError, createUnsupportedError, RestError } from '#local/http/rest-error.ts'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { StoredContent } from '#local/store/store.ts'
import type { ChangeEvent, DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { expectVersion, expectVersionIfSent, getSentVersion } from './parse-request.ts'

/** The differences between entries and assets. */
export interface LifecycleOptions {
  readonly type: 'Entry' | 'Asset'
  readonly resources: ResourceTable<StoredContent>
  /** Throws if the resource cannot be published. */
  readonly checkPublishable: (resource: StoredResource<StoredContent>) => void
  /** The response body of the Content Management API. `host` is the `Host` header of the request. */
  readonly toResponse: (resource: StoredResource<StoredContent>, host: string) => object
}

/** A request to change an entry or asset. */
export interface ChangeRequest {
  readonly id: string
  /** The version that the client sent, if any. */
  readonly version: number | undefined
  /** The `Host` header of the request. */
  readonly host: string
}

export type ContentLifecycle = ReturnType<typeof createContentLifecycle>

/** Creates, saves, publishes, archives and deletes entries or assets. Dispatches webhooks after each write. */
export function createContentLifecycle(
  { type, resources, checkPublishable, toResponse }: LifecycleOptions,
  dispatchWebhooks: DispatchWebhooks,
) {
  const getExisting = (id: string) => {
    const resource = resources.get(id)
    if (resource) return resource
    throw createNotFoundError(type, id)
  }
  const dispatch = (event: ChangeEvent, resource: StoredResource<StoredContent>, host: string) => {
    const entity = toResponse(resource, host)
    dispatchWebhooks(`${type}.${event}`, entity)
    return entity
  }
  const createBadRequestError = (reason: string) => new RestError('BadRequest', reason)

  return {
    find: (id: string) => resources.get(id),
    getExisting,
    create: (id: string, content: StoredContent, host: string, contentType?: string) =>
      dispatch('create', resources.create(id, content, contentType), host),
    /** Calls `createContent`, which may throw, only if the version matches. */
    save: ({ id, version, host }: ChangeRequest, createContent: () => StoredContent) => {
      const resource = getExisting(id)
      expectVersion(resource, version)
      if (resource.archivedVersion !== null) throw createBadRequestError('Cannot edit archived')
      return dispatch('save', resources.save(id, createContent()), host)
    },
    /** Throws if the version does not match, or the resource cannot be published. */
    checkPublishable: (id: string, version: number | undefined) => {
      const resource = getExisting(id)
      expectVersion(resource, version)
      if (resource.archivedVersion !== null) throw createBadRequestError('Cannot publish archived')
      checkPublishable(resource)
    },
    /** Publishes without a check: call `checkPublishable` first. */
    publish: (id: string, host: string) => dispatch('publish', resources.publish(id), host),
    checkPublished: (id: string) => {
      if (getExisting(id).published === null) throw createBadRequestError('Not published')
    },
    unpublish: (id: string, host: string) => dispatch('unpublish', resources.unpublish(id), host),
    archive: ({ id, version, host }: ChangeRequest) => {
      const resource = getExisting(id)
      expectVersionIfSent(resource, version)
      if (resource.published !== null) throw createBadRequestError('Cannot archive published')
      if (resource.archivedVersion !== null) throw createBadRequestError('Cannot archive archived')
      return dispatch('archive', resources.archive(id), host)
    },
    unarchive: ({ id, version, host }: ChangeRequest) => {
      const resource = getExisting(id)
      expectVersionIfSent(resource, version)
      if (resource.archivedVersion === null) throw createBadRequestError(`The ${type} "${id}" is not archived`)
      return dispatch('unarchive', resources.unarchive(id), host)
    },
    remove: ({ id, version, host }: ChangeRequest) => {
      const resource = getExisting(id)
      expectVersionIfSent(resource, version)
      if (resource.published !== null) throw createBadRequestError('Cannot delete published')
      resources.remove(id)
      dispatchWebhooks(`${type}.delete`, toResponse(resource, host))
    },
  }
}

interface IdRoute {
  readonly Params: { readonly id: string }
}

/** Registers the endpoints to publish, archive and delete, below `/entries` or `/assets`. */
export function registerLifecycleRoutes(scope: FastifyInstance, path: string, lifecycle: ContentLifecycle): void {
  scope.put<IdRoute>(`${path}/:id/published`, async ({ params: { id }, body, headers, host }) => {
    // A body with properties selects locales or fields to publish.
    if (Object.keys(body ?? {}).length > 0) throw createUnsupportedError('publishing single locales: send no body')
    lifecycle.checkPublishable(id, getSentVersion(headers))
    return lifecycle.publish(id, host)
  })

  scope.delete<IdRoute>(`${path}/:id/published`, async ({ params: { id }, headers, host }) => {
    expectVersionIfSent(lifecycle.getExisting(id), getSentVersion(headers))
    lifecycle.checkPublished(id)
    return lifecycle.unpublish(id, host)
  })

  scope.put<IdRoute>(`${path}/:id/archived`, async ({ params: { id }, headers, host }) =>
    lifecycle.archive({ id, version: getSentVersion(headers), host }),
  )

  scope.delete<IdRoute>(`${path}/:id/archived`, async ({ params: { id }, headers, host }) =>
    lifecycle.unarchive({ id, version: getSentVersion(headers), host }),
  )

  scope.delete<IdRoute>(`${path}/:id`, async ({ params: { id }, headers, host }, reply) => {
    lifecycle.remove({ id, version: getSentVersion(headers), host })
    return reply.code(204).send()
  })
}
