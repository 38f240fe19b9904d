import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createUnsupportedError } from '#local/http/rest-error.ts'
import { listResources } from './list-resources.ts'
import { createId, expectNewResource, getSentVersion } from './parse-request.ts'
import type { ChangeRequest, ResourceService } from './resource-service.ts'

/** The parameters of a path with `:id`. */
export interface IdRoute {
  readonly Params: { readonly id: string }
}

/** Registers the routes of one type of resource. */
export function registerResourceRoutes<Body>(scope: FastifyInstance, service: ResourceService<Body>): void {
  const { type, table, path, itemPath = `${path}/:id`, can } = service.definition
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
      return service.save(change, (current) => service.parse({ id, body, headers, current }))
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
