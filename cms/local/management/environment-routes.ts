import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import { createNotFoundError, createValidationError, RestError } from '#local/http/rest-error.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { EnvironmentAlias, EnvironmentDefinition, SpaceStore } from '#local/store/store.ts'
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
import { createResourceLink, toSpaceResourceSys } from './resource-sys.ts'

interface IdRoute {
  readonly Params: { readonly id: string }
}

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
  const create = (id: string, name: string | undefined, sourceId: string) => {
    const source = getEnvironment(sourceId)
    if (environments.all().length >= limits.environments) {
      const reason = `This space already has ${limits.environments} environments, which is the limit`
      throw new RestError('AccessDenied', 'Forbidden', { reasons: ['usageExceeded', reason] })
    }
    space.copyEnvironment(source.id, id, { name: name ?? id })
    return toResponse(getEnvironment(id), 'queued')
  }
  const getSourceId = (header: unknown) => (typeof header === 'string' ? header : LOCAL_ENVIRONMENT_ID)

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
    return reply.code(201).send(create(createId(), name, getSourceId(headers[SOURCE_HEADER])))
  })

  scope.put<IdRoute>('/environments/:id', async ({ params: { id }, body, headers }, reply) => {
    const { name } = parseManagementBody(environmentBodySchema, body ?? {})
    const environment = environments.get(id)
    if (environment) {
      expectVersion(environment, getSentVersion(headers))
      return toResponse(environments.save(id, { name: name ?? environment.draft.name }))
    }
    if (aliases.get(id)) throw new RestError('BadRequest', `"${id}" is an alias: update it with environment_aliases`)
    expectNewResource('environment', id, getSentVersion(headers))
    return reply.code(201).send(create(id, name, getSourceId(headers[SOURCE_HEADER])))
  })

  scope.delete<IdRoute>('/environments/:id', async ({ params: { id } }, reply) => {
    if (aliases.get(id)) throw new RestError('BadRequest', `"${id}" is an alias: delete it with environment_aliases`)
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
  const getAlias = (id: string) => {
    const alias = aliases.get(id)
    if (alias) return alias
    throw createNotFoundError('EnvironmentAlias', id, { space: LOCAL_SPACE_ID })
  }
  const toResponse = (alias: StoredResource<EnvironmentAlias>) => ({
    sys: toSpaceResourceSys('EnvironmentAlias', alias),
    environment: createResourceLink('Environment', alias.draft.environment),
  })
  const respond = (event: 'create' | 'save' | 'delete', alias: StoredResource<EnvironmentAlias>) => {
    const response = toResponse(alias)
    dispatchWebhooks(`EnvironmentAlias.${event}`, response)
    return response
  }
  const parseTarget = (body: unknown): string => {
    const { id } = parseManagementBody(aliasBodySchema, body).environment.sys
    if (environments.get(id)) return id
    throw createValidationError([
      { name: 'notResolvable', path: ['environment'], value: id, details: `There is no environment "${id}"` },
    ])
  }

  scope.get('/environment_aliases', async ({ query }) => listFixedItems(aliases.all().map(toResponse), query))

  scope.get<IdRoute>('/environment_aliases/:id', async ({ params }) => toResponse(getAlias(params.id)))

  scope.put<IdRoute>('/environment_aliases/:id', async ({ params: { id }, body, headers }, reply) => {
    const alias = aliases.get(id)
    const target = parseTarget(body)
    if (alias) {
      expectVersion(alias, getSentVersion(headers))
      return respond('save', aliases.save(id, { environment: target }))
    }
    expectNewResource('environment alias', id, getSentVersion(headers))
    reply.code(201)
    if (!environments.get(id)) return respond('create', aliases.create(id, { environment: target }))
    if (id !== LOCAL_ENVIRONMENT_ID) throw new RestError('BadRequest', `There is an environment with the id "${id}"`)
    return respond('create', replaceMainEnvironment(space, target))
  })

  scope.delete<IdRoute>('/environment_aliases/:id', async ({ params: { id } }, reply) => {
    const alias = getAlias(id)
    if (id === LOCAL_ENVIRONMENT_ID) throw new RestError('AccessDenied', 'The alias "master" cannot be deleted')
    aliases.remove(id)
    respond('delete', alias)
    return reply.code(204).send()
  })
}

/**
 * Turns `master` into an alias, as Contentful does when a space starts to use aliases: the environment with this id is
 * renamed to `master-<date>`.
 */
function replaceMainEnvironment(space: SpaceStore, target: string): StoredResource<EnvironmentAlias> {
  const renamedId = `${LOCAL_ENVIRONMENT_ID}-${new Date().toISOString().slice(0, 10)}`
  if (space.environments.get(renamedId))
    throw new RestError('BadRequest', `There is an environment with the id "${renamedId}": delete it first`)
  space.renameEnvironment(LOCAL_ENVIRONMENT_ID, renamedId)
  const environment = target === LOCAL_ENVIRONMENT_ID ? renamedId : target
  return space.aliases.create(LOCAL_ENVIRONMENT_ID, { environment })
}
