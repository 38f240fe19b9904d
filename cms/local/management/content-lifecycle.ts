import type { FastifyInstance } from 'fastify'
import { createNotFoundError, createUnsupportedError, RestError } from '#cms/local/http/rest-error.ts'
import type { ResourceTable, StoredResource } from '#cms/local/store/resource-table.ts'
import type { StoredContent } from '#cms/local/store/store.ts'
import type { ChangeEvent, DispatchWebhooks } from '#cms/local/webhooks/webhook-topics.ts'
import { expectVersion, expectVersionIfSent, getSentVersion } from './parse-request.ts'

/** Entries or assets: what differs between them. */
export interface LifecycleOptions {
  readonly type: 'Entry' | 'Asset'
  readonly resources: ResourceTable<StoredContent>
  /** Throws where it may not be published. */
  readonly checkPublishable: (found: StoredResource<StoredContent>) => void
  /** As the management API answers it to somebody who reaches this server under `host`. */
  readonly toResponse: (found: StoredResource<StoredContent>, host: string) => object
}

/** One entry or asset that changes: which one, in which version, for whom. */
export interface ChangeRequest {
  readonly id: string
  /** `undefined` where the client does not say. */
  readonly version: number | undefined
  readonly host: string
}

export type ContentLifecycle = ReturnType<typeof createContentLifecycle>

/** Drafts, publication and the archive of entries or assets. Each change is announced once it is written. */
export function createContentLifecycle(
  { type, resources, checkPublishable, toResponse }: LifecycleOptions,
  dispatchWebhooks: DispatchWebhooks,
) {
  const existing = (id: string) => {
    const found = resources.get(id)
    if (found) return found
    throw createNotFoundError(type, id)
  }
  const dispatch = (event: ChangeEvent, found: StoredResource<StoredContent>, host: string) => {
    const entity = toResponse(found, host)
    dispatchWebhooks(`${type}.${event}`, entity)
    return entity
  }
  const refused = (reason: string) => new RestError('BadRequest', reason)

  return {
    find: (id: string) => resources.get(id),
    existing,
    create: (id: string, content: StoredContent, host: string, contentType?: string) =>
      dispatch('create', resources.create(id, content, contentType), host),
    /** `content` may throw: it is asked for once the version is right. */
    save: ({ id, version, host }: ChangeRequest, content: () => StoredContent) => {
      const found = existing(id)
      expectVersion(found, version)
      if (found.archivedVersion !== null) throw refused('Cannot edit archived')
      return dispatch('save', resources.save(id, content()), host)
    },
    /** Throws where it is not at this version, or may not be published. */
    checkPublishable: (id: string, version: number | undefined) => {
      const found = existing(id)
      expectVersion(found, version)
      if (found.archivedVersion !== null) throw refused('Cannot publish archived')
      checkPublishable(found)
    },
    /** What was checked before. */
    publish: (id: string, host: string) => dispatch('publish', resources.publish(id), host),
    checkPublished: (id: string) => {
      if (existing(id).published === null) throw refused(`The ${type} "${id}" is not published`)
    },
    unpublish: (id: string, host: string) => dispatch('unpublish', resources.unpublish(id), host),
    archive: ({ id, version, host }: ChangeRequest) => {
      const found = existing(id)
      expectVersionIfSent(found, version)
      if (found.published !== null) throw refused('Cannot archive published')
      if (found.archivedVersion !== null) throw refused('Cannot archive archived')
      return dispatch('archive', resources.archive(id), host)
    },
    unarchive: ({ id, version, host }: ChangeRequest) => {
      const found = existing(id)
      expectVersionIfSent(found, version)
      if (found.archivedVersion === null) throw refused(`The ${type} "${id}" is not archived`)
      return dispatch('unarchive', resources.unarchive(id), host)
    },
    remove: ({ id, version, host }: ChangeRequest) => {
      const found = existing(id)
      expectVersionIfSent(found, version)
      if (found.published !== null) throw refused('Cannot delete published')
      resources.remove(id)
      dispatchWebhooks(`${type}.delete`, toResponse(found, host))
    },
  }
}

interface ById {
  readonly Params: { readonly id: string }
}

/** The endpoints of these changes, at `/entries` or `/assets`. */
export function registerLifecycleRoutes(scope: FastifyInstance, path: string, of: ContentLifecycle): void {
  scope.put<ById>(`${path}/:id/published`, async ({ params: { id }, body, headers, host }) => {
    // A body names locales or fields: a part only would be published.
    if (body !== null && body !== undefined) throw createUnsupportedError('publishing single locales: send no body')
    of.checkPublishable(id, getSentVersion(headers))
    return of.publish(id, host)
  })

  scope.delete<ById>(`${path}/:id/published`, async ({ params: { id }, headers, host }) => {
    expectVersionIfSent(of.existing(id), getSentVersion(headers))
    of.checkPublished(id)
    return of.unpublish(id, host)
  })

  scope.put<ById>(`${path}/:id/archived`, async ({ params: { id }, headers, host }) =>
    of.archive({ id, version: getSentVersion(headers), host }),
  )

  scope.delete<ById>(`${path}/:id/archived`, async ({ params: { id }, headers, host }) =>
    of.unarchive({ id, version: getSentVersion(headers), host }),
  )

  scope.delete<ById>(`${path}/:id`, async ({ params: { id }, headers, host }, reply) => {
    of.remove({ id, version: getSentVersion(headers), host })
    return reply.code(204).send()
  })
}
