import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createNotFoundError, createUnsupportedError, RestError } from '#local/http/rest-error.ts'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { LocationSys, Store } from '#local/store/store.ts'
import type { ChangeEvent } from '#local/webhooks/webhook-definition.ts'
import { listResources } from './list-resources.ts'
import { createId, expectNewResource, expectVersion, expectVersionIfSent, getSentVersion } from './parse-request.ts'

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
  /** For example `Entry`. */
  readonly type: string
  /** The path of the list. */
  readonly path: string
  /** The path of one resource, with `:id`. Default: below `path`. */
  readonly itemPath?: string
  /** `create`: POST. `upsert`: PUT creates too. All resources can be listed, read and saved. */
  readonly can: readonly ('create' | 'upsert' | 'delete' | 'publish' | 'archive')[]
  readonly table: ResourceTable<Body>
  /** The version of a new resource in requests and responses. Default: 1. */
  readonly firstVersion?: 0
  /** Whether DELETE ignores the version that a client sends. */
  readonly ignoresDeletedVersion?: true
  /** Lists the resources that match the query. Default: filters by `sys` and `name`. */
  readonly list?: (query: unknown, toResponse: (resource: StoredResource<Body>) => object) => object
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
interface ChangeRequest {
  readonly id: string
  /** The version that the client sent, if any. */
  readonly version: number | undefined
  /** The `Host` header of the request. */
  readonly host: string
}

export type ResourceService<Body> = ReturnType<typeof createResourceService<Body>>

/** What a resource is part of: an environment, or a space, whose 404 responses have no environment. */
interface ResourceOwner extends Pick<Store, 'runTransaction'> {
  readonly locationSys?: Partial<LocationSys>
}

/** Creates the operations on the resources of one type: they check the state, write, and report the change. */
export function createResourceService<Body>(
  { runTransaction, locationSys }: ResourceOwner,
  definition: ResourceDefinition<Body>,
) {
  const { type, table, toResponse, firstVersion = 1 } = definition
  const location = { environment: locationSys?.environment?.sys.id, space: locationSys?.space?.sys.id }
  const getExisting = (id: string) => {
    const resource = table.get(id)
    if (resource) return resource
    throw createNotFoundError(type, id, location)
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
    definition,
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
      expectVersion({ id, version: resource.version - 1 + firstVersion }, version)
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
      const published = runTransaction(() => {
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
      const resource = definition.ignoresDeletedVersion ? getExisting(request.id) : getForChange(request)
      expect(resource.published === null, 'Cannot delete published')
      definition.checkRemovable?.(resource)
      runTransaction(() => {
        definition.beforeRemove?.(resource)
        table.remove(request.id)
      })
      report('delete', resource, request.host)
    },
  }
}

/** The parameters of a path with `:id`. */
export interface IdRoute {
  readonly Params: { readonly id: string }
}

/** Registers the routes of one type of resource. */
export function registerResourceRoutes<Body>(scope: FastifyInstance, service: ResourceService<Body>): void {
  const { type, table, path, itemPath = `${path}/:id`, can, parse, toResponse } = service.definition
  const { list = (query, toItem) => listResources(table, query, toItem) } = service.definition
  const toChange = ({ params: { id }, headers, host }: FastifyRequest<IdRoute>): ChangeRequest => ({
    id,
    version: getSentVersion(headers),
    host,
  })

  scope.get(path, async ({ query, host }) => list(query, (resource) => toResponse(resource, host)))

  scope.get<IdRoute>(itemPath, async ({ params, host }) => toResponse(service.getExisting(params.id), host))

  scope.put<IdRoute>(itemPath, async (request, reply) => {
    const { body, headers, host } = request
    const { id, version } = toChange(request)
    if (service.find(id) || !can.includes('upsert'))
      return service.save({ id, version, host }, (current) => parse({ id, body, headers, current }))
    expectNewResource(type, id, version)
    return reply.code(201).send(service.create({ id, body, headers }, host))
  })

  if (can.includes('create'))
    scope.post(path, async ({ body, headers, host }, reply) =>
      reply.code(201).send(service.create({ id: createId(), body, headers }, host)),
    )

  if (can.includes('delete'))
    scope.delete<IdRoute>(itemPath, async (request, reply) => {
      service.remove(toChange(request))
      return reply.code(204).send()
    })

  if (can.includes('publish')) {
    scope.put<IdRoute>(`${itemPath}/published`, async (request) => {
      // A body with properties selects locales or fields to publish.
      if (Object.keys(request.body ?? {}).length > 0)
        throw createUnsupportedError('publishing single locales: send no body')
      const { id, version, host } = toChange(request)
      service.checkPublishable(id, version)
      return service.publish(id, host)
    })
    scope.delete<IdRoute>(`${itemPath}/published`, async (request) => service.unpublish(toChange(request)))
  }

  if (can.includes('archive')) {
    scope.put<IdRoute>(`${itemPath}/archived`, async (request) => service.archive(toChange(request)))
    scope.delete<IdRoute>(`${itemPath}/archived`, async (request) => service.unarchive(toChange(request)))
  }
}
