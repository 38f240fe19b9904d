import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createUnsupportedError, RestError } from '#local/http/rest-error.ts'
import type { ResourceTable, StoredResource } from '#local/store/resource-table.ts'
import type { LocationSys } from '#local/store/store.ts'
import type { ChangeEvent, DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { listResources } from './list-resources.ts'
import { createId, expectExisting, expectNewResource, expectVersion, getSentVersion } from './parse-request.ts'
import { toLocation, toPublicationSys, toResourceSys } from './resource-sys.ts'

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
  /** What the resource is part of: an environment, or the space. */
  readonly locationSys: Partial<LocationSys>
  readonly table: ResourceTable<Body>
  /** The version of a new resource in requests and responses. Default: 1. */
  readonly firstVersion?: 0
  /** Lists the resources that match the query. Default: filters by `sys` and `name`. */
  readonly list?: (query: unknown, toResponse: (resource: StoredResource<Body>) => object) => object
  readonly parse: (request: WriteRequest<Body>) => Body
  readonly checkPublishable?: (resource: StoredResource<Body>) => void
  /** These replace writes of the table, to check or to write more. `remove` returns the resource to report. */
  readonly create?: (request: WriteRequest<Body>, draft: Body) => StoredResource<Body>
  readonly publish?: (resource: StoredResource<Body>) => StoredResource<Body>
  readonly unpublish?: (resource: StoredResource<Body>) => StoredResource<Body>
  readonly remove?: (resource: StoredResource<Body>) => StoredResource<Body>
  /** The response without `sys`. Default: the draft. `host` is the `Host` header of the request. */
  readonly getProperties?: (resource: StoredResource<Body>, host: string) => object
  /** Properties that `sys` has beside the common ones. `event` is the change that the response is about. */
  readonly getSys?: (resource: StoredResource<Body>, event?: ChangeEvent) => object
  /** Called after each change with the response body. */
  readonly dispatchWebhooks?: DispatchWebhooks
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

/** Creates the operations on the resources of one type: they check the state, write, and report the change. */
export function createResourceService<Body>(definition: ResourceDefinition<Body>) {
  const { type, path, can, locationSys, table, firstVersion = 1, getProperties, getSys } = definition
  const {
    publish = ({ id }) => table.publish(id),
    unpublish = ({ id }) => table.unpublish(id),
    remove = (resource) => {
      table.remove(resource.id)
      return resource
    },
  } = definition
  const toVersion = ({ version }: StoredResource<Body>) => version - 1 + firstVersion
  const toResponse = (resource: StoredResource<Body>, host: string, event?: ChangeEvent) => ({
    ...(getProperties ? getProperties(resource, host) : resource.draft),
    sys: {
      ...toResourceSys(type, resource, locationSys),
      ...(can.includes('publish') ? toPublicationSys(path, resource, locationSys) : {}),
      version: toVersion(resource),
      ...getSys?.(resource, event),
    },
  })
  const report = (event: ChangeEvent, resource: StoredResource<Body>, host: string) => {
    const entity = toResponse(resource, host, event)
    definition.dispatchWebhooks?.(`${type}.${event}`, entity)
    return entity
  }
  const getExisting = (id: string) => expectExisting(table.get(id), type, id, toLocation(locationSys))
  /** Reads a resource. Throws if it cannot change: its version must be sent, or else may be sent, and its state allow it. */
  const getForChange = (event: ChangeEvent, id: string, version: number | undefined) => {
    const resource = getExisting(id)
    // The official clients send no version when they unpublish, archive or delete.
    const isVersionRequired = event === 'save' || event === 'publish'
    if (isVersionRequired || version !== undefined) expectVersion({ id, version: toVersion(resource) }, version)
    expectState(event, resource)
    return resource
  }
  const checkPublishable = (id: string, version: number | undefined) =>
    definition.checkPublishable?.(getForChange('publish', id, version))
  const createChange =
    (event: ChangeEvent, write: (resource: StoredResource<Body>) => StoredResource<Body>) =>
    ({ id, version, host }: ChangeRequest) =>
      report(event, write(getForChange(event, id, version)), host)

  return {
    definition,
    toResponse,
    getExisting,
    create: (request: Omit<WriteRequest<Body>, 'current'>, host: string) => {
      const creation = { ...request, current: undefined }
      const draft = definition.parse(creation)
      return report('create', definition.create?.(creation, draft) ?? table.create(request.id, draft), host)
    },
    /** Calls `createDraft`, which may throw, only if the version matches. */
    save: (request: ChangeRequest, createDraft: (current: StoredResource<Body>) => Body) =>
      createChange('save', (current) => table.save(request.id, createDraft(current)))(request),
    /** Throws if the version does not match, or the resource cannot be published. */
    checkPublishable,
    publish: createChange('publish', (resource) => {
      definition.checkPublishable?.(resource)
      return publish(resource)
    }),
    unpublish: createChange('unpublish', unpublish),
    archive: createChange('archive', ({ id }) => table.archive(id)),
    unarchive: createChange('unarchive', ({ id }) => table.unarchive(id)),
    remove: createChange('delete', remove),
  }
}

/** Throws if the state of a resource does not allow a change. */
function expectState(event: ChangeEvent, { published, archivedVersion }: StoredResource<unknown>): void {
  const isPublished = published !== null
  const isArchived = archivedVersion !== null
  const conflicts: Partial<Record<ChangeEvent, string | false>> = {
    save: isArchived && 'Cannot edit archived',
    publish: isArchived && 'Cannot publish archived',
    unpublish: !isPublished && 'Not published',
    archive: (isPublished && 'Cannot archive published') || (isArchived && 'Cannot archive archived'),
    unarchive: !isArchived && 'Not archived',
    delete: isPublished && 'Cannot delete published',
  }
  const conflict = conflicts[event]
  if (conflict) throw new RestError('BadRequest', conflict)
}

/** The parameters of a path with `:id`. */
export interface IdRoute {
  readonly Params: { readonly id: string }
}

/** Registers the routes of one type of resource. */
export function registerResourceRoutes<Body>(scope: FastifyInstance, service: ResourceService<Body>): void {
  const { type, table, path, itemPath = `${path}/:id`, can, parse } = service.definition
  const { list = (query, toItem) => listResources(table, query, toItem) } = service.definition
  const toChange = ({ params: { id }, headers, host }: FastifyRequest<IdRoute>): ChangeRequest => ({
    id,
    version: getSentVersion(headers),
    host,
  })

  scope.get(path, async ({ query, host }) => list(query, (resource) => service.toResponse(resource, host)))

  scope.get<IdRoute>(itemPath, async ({ params, host }) => service.toResponse(service.getExisting(params.id), host))

  scope.put<IdRoute>(itemPath, async (request, reply) => {
    const { body, headers, host } = request
    const change = toChange(request)
    const { id, version } = change
    if (table.get(id) || !can.includes('upsert'))
      return service.save(change, (current) => parse({ id, body, headers, current }))
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
      return service.publish(toChange(request))
    })
    scope.delete<IdRoute>(`${itemPath}/published`, async (request) => service.unpublish(toChange(request)))
  }

  if (can.includes('archive')) {
    scope.put<IdRoute>(`${itemPath}/archived`, async (request) => service.archive(toChange(request)))
    scope.delete<IdRoute>(`${itemPath}/archived`, async (request) => service.unarchive(toChange(request)))
  }
}
