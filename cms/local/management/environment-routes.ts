import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import { createNotFoundError, createValidationError, RestError } from '#local/http/rest-error.ts'
import { createResourceLink } from '#local/links.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { EnvironmentAlias, EnvironmentDefinition, SpaceStore } from '#local/store/space-store.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { listFixedItems } from './list-resources.ts'
import {
  createId,
  expectNewResource,
  expectVersion,
  getSentVersion,
  ignoredSysSchema,
  parseManagementBody,
} from './parse-request.ts'
import { createResourceService, type IdRoute, registerResourceRoutes } from './resource-routes.ts'
import { toSpaceResourceSys } from './resource-sys.ts'

const environmentBodySchema = z.strictObject({ sys: ignoredSysSchema, name: z.string().min(1).max(256).optional() })

const aliasBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  environment: z.object({ sys: z.looseObject({ id: z.string() }) }),
})

const SOURCE_HEADER = 'x-contentful-source-environment'

/**
 * Registers the endpoints of environments and aliases. A new environment is a copy of another one, by default of the
 * main one. The response to its creation says `queued`, as in a recorded one (contentful-management.rb,
 * environment/create.yml), although the copy is complete: clients poll until it is `ready`.
 */
export function registerEnvironmentRoutes(
  scope: FastifyInstance,
  space: SpaceStore,
  limits: Pick<SpaceLimits, 'environments'>,
  dispatchWebhooks: DispatchWebhooks,
): void {
  const { environments, aliases } = space
  const getEnvironment = (id: string) => {
    const environment = environments.get(space.resolveEnvironment(id) ?? '')
    if (environment) return environment
    throw createNotFoundError('Environment', id, { space: LOCAL_SPACE_ID })
  }
  const toResponse = (environment: StoredResource<EnvironmentDefinition>, status: 'queued' | 'ready' = 'ready') => ({
    name: environment.draft.name,
    sys: {
      ...toSpaceResourceSys('Environment', environment),
      status: createResourceLink('Status', status),
      aliases: listAliases(space, environment.id).map((id) => createResourceLink('EnvironmentAlias', id)),
    },
  })
  /** An alias as an environment: the environment that it means, with the id of the alias and a link. */
  const toAliasedResponse = ({ id, draft }: StoredResource<EnvironmentAlias>) => {
    const { name, sys } = toResponse(getEnvironment(draft.environment))
    return { name, sys: { ...sys, id, aliasedEnvironment: createResourceLink('Environment', draft.environment) } }
  }
  /** Creates an environment unless it exceeds the limit. A header of the request names the source. */
  const create = (id: string, name: string | undefined, { [SOURCE_HEADER]: sourceId }: IncomingHttpHeaders) => {
    const source = getEnvironment(sourceId?.toString() ?? LOCAL_ENVIRONMENT_ID)
    if (environments.all().length >= limits.environments) {
      const reason = `This space already has ${limits.environments} environments, which is the limit`
      throw new RestError('AccessDenied', 'Forbidden', { reasons: ['usageExceeded', reason] })
    }
    space.copyEnvironment(source.id, id, { name: name ?? id })
    return toResponse(getEnvironment(id), 'queued')
  }
  const rejectAlias = (id: string, method: 'update' | 'delete') => {
    if (aliases.get(id)) throw new RestError('BadRequest', `"${id}" is an alias: ${method} it with environment_aliases`)
  }

  scope.get('/environments', async ({ query }) =>
    listFixedItems(
      [...environments.all().map((environment) => toResponse(environment)), ...aliases.all().map(toAliasedResponse)],
      query,
    ),
  )

  scope.get<IdRoute>('/environments/:id', async ({ params: { id } }) => {
    const alias = aliases.get(id)
    return alias ? toAliasedResponse(alias) : toResponse(getEnvironment(id))
  })

  scope.post('/environments', async ({ body, headers }, reply) => {
    const { name } = parseManagementBody(environmentBodySchema, body)
    return reply.code(201).send(create(createId(), name, headers))
  })

  scope.put<IdRoute>('/environments/:id', async ({ params: { id }, body, headers }, reply) => {
    const { name } = parseManagementBody(environmentBodySchema, body ?? {})
    const environment = environments.get(id)
    if (environment) {
      expectVersion(environment, getSentVersion(headers))
      return toResponse(environments.save(id, { name: name ?? environment.draft.name }))
    }
    rejectAlias(id, 'update')
    expectNewResource('environment', id, getSentVersion(headers))
    return reply.code(201).send(create(id, name, headers))
  })

  scope.delete<IdRoute>('/environments/:id', async ({ params: { id } }, reply) => {
    rejectAlias(id, 'delete')
    const environment = getEnvironment(id)
    const [alias] = listAliases(space, id)
    if (id === LOCAL_ENVIRONMENT_ID) throw new RestError('AccessDenied', 'The environment "master" cannot be deleted')
    if (alias) throw new RestError('BadRequest', `The alias "${alias}" points to the environment "${id}"`)
    space.removeEnvironment(environment.id)
    return reply.code(204).send()
  })

  registerAliasRoutes(scope, space, dispatchWebhooks)
}

/** Ids of the aliases of an environment. */
export const listAliases = ({ aliases }: SpaceStore, environment: string): readonly string[] =>
  aliases
    .all()
    .filter(({ draft }) => draft.environment === environment)
    .map(({ id }) => id)

function registerAliasRoutes(scope: FastifyInstance, space: SpaceStore, dispatchWebhooks: DispatchWebhooks): void {
  const { environments, aliases } = space
  const service = createResourceService<EnvironmentAlias>(space, {
    type: 'EnvironmentAlias',
    path: '/environment_aliases',
    can: ['upsert', 'delete'],
    table: {
      ...aliases,
      create: (id, alias) => {
        if (!environments.get(id)) return aliases.create(id, alias)
        if (id === LOCAL_ENVIRONMENT_ID) return replaceMainEnvironment(space, alias)
        throw new RestError('BadRequest', `There is an environment with the id "${id}"`)
      },
    },
    ignoresDeletedVersion: true,
    list: (query, toResponse) => listFixedItems(aliases.all().map(toResponse), query),
    parse: ({ body }) => {
      const { id } = parseManagementBody(aliasBodySchema, body).environment.sys
      if (environments.get(id)) return { environment: id }
      const details = `There is no environment "${id}"`
      throw createValidationError([{ name: 'notResolvable', path: ['environment'], value: id, details }])
    },
    toResponse: (alias) => ({
      sys: toSpaceResourceSys('EnvironmentAlias', alias),
      environment: createResourceLink('Environment', alias.draft.environment),
    }),
    checkRemovable: ({ id }) => {
      if (id === LOCAL_ENVIRONMENT_ID) throw new RestError('AccessDenied', 'The alias "master" cannot be deleted')
    },
    onChange: (event, entity) => dispatchWebhooks(`EnvironmentAlias.${event}`, entity),
  })
  registerResourceRoutes(scope, service)
}

/**
 * Turns `master` into an alias, as Contentful does when a space starts to use aliases: the environment with this id is
 * renamed to `master-<date>`.
 */
function replaceMainEnvironment(space: SpaceStore, { environment }: EnvironmentAlias) {
  const renamedId = `${LOCAL_ENVIRONMENT_ID}-${new Date().toISOString().slice(0, 10)}`
  if (space.environments.get(renamedId))
    throw new RestError('BadRequest', `There is an environment with the id "${renamedId}": delete it first`)
  space.renameEnvironment(LOCAL_ENVIRONMENT_ID, renamedId)
  return space.aliases.create(LOCAL_ENVIRONMENT_ID, {
    environment: environment === LOCAL_ENVIRONMENT_ID ? renamedId : environment,
  })
}
