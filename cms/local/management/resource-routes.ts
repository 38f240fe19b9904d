import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { createNotFoundError, createUnsupportedError, RestError } from '#local/http/rest-error.ts'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { Store } from '#local/store/store.ts'
import type { ChangeEvent } from '#local/webhooks/webhook-definition.ts'
import { listResources } from './list-resources.ts'
import { createId, expectNewResource, expectVersion, expectVersionIfSent, getSentVersion } from './parse-request.ts'
import { LOCAL_LOCATION } from './resource-sys.ts'

type ResourceType = 'ContentType' | 'Entry' | 'Asset' | 'Tag' | 'Locale' | 'EditorInterface'

/** A request to create or save a resource. */
export interface WriteRequest<Body> {
  readonly id: string
  readonly body: unknown
  readonly headers: IncomingHttpHeaders
  /** The stored resource; `undefined` if the request creates it. */
  readonly current: StoredResource<Body> | undefined
}

/** What is specific to one type of resource. Functions throw `RestError` for a request that is not allowed. */
export interface ResourceDefinition<Body> {
  readonly type: ResourceType
  readonly table: ResourceTable<Body>
  readonly parse: (request: WriteRequest<Body>) => Body
  /** The response body. `host` is the `Host` header of the request. */
  readonly toResponse: (resource: StoredResource<Body>, host: string) => object
  /** The content type of a new entry. */
  readonly getContentType?: (headers: IncomingHttpHeaders) => string
  readonly checkPublishable?: (resource: StoredResource<Body>) => void
  readonly checkUnpublishable?: (resource: StoredResource<Body>) => void
  readonly checkRemovable?: (resource: StoredResource<Body>) => void
  /** More writes of the transaction that publishes or removes the resource. */
  readonly beforePublish?: (resource: StoredResource<Body>) => void
  readonly beforeRemove?: (resource: StoredResource<Body>) => void
  /** Called after each change with the response body. */
  readonly onChange?: (event: ChangeEvent, entity: object) => void
}

/** A request to change a stored resource. */
export interface ChangeRequest {
  readonly id: string
  /** The version that the client sent, if any. */
  readonly version: number | undefined
  /** The `Host` header of the request. */
  readonly host: string
}

export type ResourceService<Body> = ReturnType<typeof createResourceService<Body>>

/** Creates the operations on the resources of one type: they check the state, write, and report the change. */
export function createResourceService<Body>(definition: ResourceDefinition<Body>, store: Store) {
  const { type, table, toResponse } = definition
  const getExisting = (id: string) => {
    const resource = table.get(id)
    if (resource) return resource
    throw createNotFoundError(type, id, LOCAL_LOCATION)
  }
  const report = (event: ChangeEvent, resource: StoredResource<Body>, host: string) => {
    const entity = toResponse(resource, host)
    definition.onChange?.(event, entity)
    return entity
  }
  const expect = (isAllowed: boolean, reason: string) => {
    if (!isAllowed) throw new RestError('BadRequest', reason)
  }
  /** Clients send no version when they unpublish, archive or delete. */
  const getForChange = ({ id, version }: ChangeRequest) => {
    const resource = getExisting(id)
    expectVersionIfSent(resource, version)
    return resource
  }

  return {
    ...definition,
    find: (id: string) => table.get(id),
    getExisting,
    create: (request: Omit<WriteRequest<Body>, 'current'>, host: string) => {
      const contentType = definition.getContentType?.(request.headers)
      const draft = definition.parse({ ...request, current: undefined })
      return report('create', table.create(request.id, draft, contentType), host)
    },
    /** Calls `createDraft`, which may throw, only if the version matches. */
    save: ({ id, version, host }: ChangeRequest, createDraft: (current: StoredResource<Body>) => Body) => {
      const resource = getExisting(id)
      expectVersion(resource, version)
      expect(resource.archivedVersion === null, 'Cannot edit archived')
      return report('save', table.save(id, createDraft(resource)), host)
    },
    /** Throws if the version does not match, or the resource cannot be published. */
    checkPublishable: (id: string, version: number | undefined) => {
      const resource = getExisting(id)
      expectVersion(resource, version)
      expect(resource.archivedVersion === null, 'Cannot publish archived')
      definition.checkPublishable?.(resource)
    },
    /** Publishes without a check: call `checkPublishable` first. */
    publish: (id: string, host: string) => {
      const published = store.runTransaction(() => {
        definition.beforePublish?.(getExisting(id))
        return table.publish(id)
      })
      return report('publish', published, host)
    },
    unpublish: (request: ChangeRequest) => {
      const resource = getForChange(request)
      expect(resource.published !== null, 'Not published')
      definition.checkUnpublishable?.(resource)
      return report('unpublish', table.unpublish(request.id), request.host)
    },
    archive: (request: ChangeRequest) => {
      const { published, archivedVersion } = getForChange(request)
      expect(published === null, 'Cannot archive published')
      expect(archivedVersion === null, 'Cannot archive archived')
      return report('archive', table.archive(request.id), request.host)
    },
    unarchive: (request: ChangeRequest) => {
      expect(getForChange(request).archivedVersion !== null, 'Not archived')
      return report('unarchive', table.unarchive(request.id), request.host)
    },
    remove: (request: ChangeRequest) => {
      const resource = getForChange(request)
      expect(resource.published === null, 'Cannot delete published')
      definition.checkRemovable?.(resource)
      store.runTransaction(() => {
        definition.beforeRemove?.(resource)
        table.remove(request.id)
      })
      report('delete', resource, request.host)
    },
  }
}

interface IdRoute {
  readonly Params: { readonly id: string }
}

/** `create`: POST. `upsert`: PUT creates too. All resources can be listed, read, saved and deleted. */
type RouteOption = 'create' | 'upsert' | 'publish' | 'archive'
type List = (query: unknown, host: string) => object

/** Registers the routes of one type of resource at `path` and below. */
export function registerResourceRoutes<Body>(
  scope: FastifyInstance,
  path: string,
  service: ResourceService<Body>,
  options: readonly RouteOption[],
  list: List = (query, host) => listResources(service.table, query, (resource) => service.toResponse(resource, host)),
): void {
  scope.get(path, async ({ query, host }) => list(query, host))

  scope.get<IdRoute>(`${path}/:id`, async ({ params, host }) =>
    service.toResponse(service.getExisting(params.id), host),
  )

  scope.put<IdRoute>(`${path}/:id`, async ({ params: { id }, body, headers, host }, reply) => {
    const version = getSentVersion(headers)
    if (service.find(id) || !options.includes('upsert'))
      return service.save({ id, version, host }, (current) => service.parse({ id, body, headers, current }))
    expectNewResource(service.type, id, version)
    return reply.code(201).send(service.create({ id, body, headers }, host))
  })

  if (options.includes('create'))
    scope.post(path, async ({ body, headers, host }, reply) =>
      reply.code(201).send(service.create({ id: createId(), body, headers }, host)),
    )

  scope.delete<IdRoute>(`${path}/:id`, async ({ params: { id }, headers, host }, reply) => {
    service.remove({ id, version: getSentVersion(headers), host })
    return reply.code(204).send()
  })

  if (options.includes('publish')) {
    scope.put<IdRoute>(`${path}/:id/published`, async ({ params: { id }, body, headers, host }) => {
      // A body with properties selects locales or fields to publish.
      if (Object.keys(body ?? {}).length > 0) throw createUnsupportedError('publishing single locales: send no body')
      service.checkPublishable(id, getSentVersion(headers))
      return service.publish(id, host)
    })
    scope.delete<IdRoute>(`${path}/:id/published`, async ({ params: { id }, headers, host }) =>
      service.unpublish({ id, version: getSentVersion(headers), host }),
    )
  }

  if (options.includes('archive')) {
    scope.put<IdRoute>(`${path}/:id/archived`, async ({ params: { id }, headers, host }) =>
      service.archive({ id, version: getSentVersion(headers), host }),
    )
    scope.delete<IdRoute>(`${path}/:id/archived`, async ({ params: { id }, headers, host }) =>
      service.unarchive({ id, version: getSentVersion(headers), host }),
    )
  }
}
