import * as z from 'zod'
import { LOCAL_ENVIRONMENT_ID } from '#local/constants.ts'
import { expectExisting, RestError } from '#local/engine/rest-error.ts'
import type { DispatchWebhooks } from '#local/engine/webhook-events.ts'
import type { SpaceLimits } from '#local/http/contentful-apis.ts'
import {
  createBodySchema,
  createLinkSchema,
  createValueError,
  expectBelowLimit,
  parseManagementBody,
} from '#local/http/parse-request.ts'
import { createLink } from '#local/shared/links.ts'
import type { EnvironmentAlias, EnvironmentDefinition } from '#local/store/space-definitions.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import { listFixedItems } from './list-resources.ts'
import { createResourceService } from './resource-service.ts'

const environmentBodySchema = createBodySchema({ name: z.string().min(1).max(256).optional() })
const aliasBodySchema = createBodySchema({ environment: createLinkSchema('Environment') })

/** Environments. A new one is a copy of another one, by default of the main one. */
export function createEnvironmentService(space: SpaceStore, limits: SpaceLimits) {
  const { environments, aliases } = space
  /** An alias is read as the environment that it means, with the id of the alias. */
  const get = (id: string) => {
    const environment = environments.get(space.resolveEnvironment(id) ?? '')
    return environment && { ...environment, id }
  }
  const expectNoAlias = (id: string) => {
    if (aliases.get(id)) throw new RestError('BadRequest', `"${id}" is an alias: change it with environment_aliases`)
  }
  return createResourceService<EnvironmentDefinition>({
    path: '/environments',
    can: ['create', 'upsert', 'delete'],
    table: { ...environments, get },
    list: (query, toResponse) => {
      const aliased = aliases.all().flatMap(({ id }) => get(id) ?? [])
      return listFixedItems([...environments.all(), ...aliased].map(toResponse), query)
    },
    parse: ({ id, body, current }) => {
      expectNoAlias(id)
      const { name = current?.draft.name ?? id } = parseManagementBody(environmentBodySchema, body ?? {})
      return { name }
    },
    create: ({ id, headers }, draft) => {
      const sourceId = headers['x-contentful-source-environment']?.toString() ?? LOCAL_ENVIRONMENT_ID
      const source = expectExisting(space.resolveEnvironment(sourceId), 'Environment', sourceId)
      expectBelowLimit('environments', environments.all(), limits.environments)
      return space.copyEnvironment(source, id, draft)
    },
    remove: ({ id }) => {
      expectNoAlias(id)
      const [alias] = listAliases(space, id)
      if (id === LOCAL_ENVIRONMENT_ID) throw new RestError('AccessDenied', 'The environment "master" cannot be deleted')
      if (alias) throw new RestError('BadRequest', `The alias "${alias}" points to the environment "${id}"`)
      space.removeEnvironment(id)
    },
    getSys: ({ id }, event) => {
      const target = aliases.get(id)?.draft.environment
      return {
        // Recorded: contentful-management.rb, environment/create.yml. The copy is complete; clients poll until `ready`.
        status: createLink('Status', event === 'create' ? 'queued' : 'ready'),
        aliases: listAliases(space, target ?? id).map((alias) => createLink('EnvironmentAlias', alias)),
        ...(target === undefined ? {} : { aliasedEnvironment: createLink('Environment', target) }),
      }
    },
  })
}

/** Ids of the aliases of an environment. */
export const listAliases = ({ aliases }: SpaceStore, environment: string): readonly string[] =>
  aliases.all().flatMap(({ id, draft }) => (draft.environment === environment ? id : []))

export function createAliasService(space: SpaceStore, dispatchWebhooks: DispatchWebhooks) {
  const { environments, aliases } = space
  return createResourceService<EnvironmentAlias>({
    path: '/environment_aliases',
    can: ['upsert', 'delete'],
    table: aliases,
    parse: ({ body }) => {
      const { id } = parseManagementBody(aliasBodySchema, body).environment.sys
      if (environments.get(id)) return { environment: id }
      throw createValueError('notResolvable', ['environment'], id, `There is no environment "${id}"`)
    },
    create: ({ id }, { environment }) => {
      const isMain = id === LOCAL_ENVIRONMENT_ID && environments.get(id) !== undefined
      // Contentful renames `master` to `master-<date>` when a space starts to use aliases.
      const renamedId = `${LOCAL_ENVIRONMENT_ID}-${new Date().toISOString().slice(0, 10)}`
      const newId = isMain ? renamedId : id
      if (environments.get(newId)) throw new RestError('BadRequest', `There is an environment with the id "${newId}"`)
      if (isMain) space.renameEnvironment(id, renamedId)
      return aliases.create(id, { environment: isMain && environment === id ? renamedId : environment })
    },
    remove: ({ id }) => {
      if (id === LOCAL_ENVIRONMENT_ID) throw new RestError('AccessDenied', 'The alias "master" cannot be deleted')
      aliases.remove(id)
    },
    getProperties: ({ draft }) => ({ environment: createLink('Environment', draft.environment) }),
    dispatchWebhooks,
  })
}
