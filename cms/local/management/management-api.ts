import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Announce } from '#cms/local/announcements.ts'
import type { Limits } from '#cms/local/limits.ts'
import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { notFound, RestError } from '#cms/local/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { bearerToken, type Tokens } from '#cms/local/tokens.ts'
import type { Calls } from '#cms/local/webhooks/calls.ts'
import { webhookRoutes } from '#cms/local/webhooks/webhook-routes.ts'
import { assetRoutes } from './assets.ts'
import { bulkActionRoutes } from './bulk-actions.ts'
import { contentTypeRoutes } from './content-types.ts'
import { editorInterfaceRoutes } from './editor-interfaces.ts'
import { entryRoutes } from './entries.ts'
import { localeRoutes } from './locales.ts'
import { previewEnvironmentRoutes } from './preview-environments.ts'
import { environmentRoutes, spaceRoutes, userRoutes } from './space.ts'
import { tagRoutes } from './tags.ts'
import { uploadRoutes } from './uploads.ts'

interface ManagementOptions {
  readonly store: Store
  readonly tokens: Tokens
  readonly announce: Announce
  readonly limits: Limits
  readonly calls: Calls
}

/** Contentful's management API and its upload API, which share their paths (contentful.md, Request sequences). */
export async function managementApi(
  scope: FastifyInstance,
  { store, tokens, announce, limits, calls }: ManagementOptions,
) {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('content-type', 'application/vnd.contentful.management.v1+json')
    admit(request, tokens)
    expectPlace(request.params)
    if (!LISTS.test(request.routeOptions.url ?? '')) expectNoQuery(request.query)
  })
  userRoutes(scope)
  scope.register(
    async (space) => {
      spaceRoutes(space)
      uploadRoutes(space, store)
      webhookRoutes(space, store, calls)
      previewEnvironmentRoutes(space, store)
    },
    { prefix: '/spaces/:space' },
  )
  scope.register(
    async (environment) => {
      environmentRoutes(environment)
      uploadRoutes(environment, store)
      contentTypeRoutes(environment, store, announce, limits)
      editorInterfaceRoutes(environment, store)
      localeRoutes(environment, store)
      tagRoutes(environment, store)
      const assets = assetRoutes(environment, store, announce)
      const entries = entryRoutes(environment, store, announce)
      bulkActionRoutes(environment, { Asset: assets, Entry: entries })
    },
    { prefix: '/spaces/:space/environments/:environment' },
  )
}

/** Only lists take parameters, and read them themselves. */
const LISTS =
  /\/(content_types|entries|assets|environments|locales|tags|editor_interfaces|roles|webhook_definitions|calls|preview_environments)$/

/** Every token of this API may read; only the owner's may write. */
function admit(request: FastifyRequest, tokens: Tokens): void {
  const token = bearerToken(request)
  if (token === tokens.management) return
  if (token !== tokens.readOnly) {
    throw new RestError('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.')
  }
  if (request.method === 'GET' || request.method === 'HEAD') return
  throw new RestError('AccessDenied', 'Forbidden', { reasons: ['This token may only read'] })
}

function expectNoQuery(query: unknown): void {
  const [name] = Object.keys(query ?? {})
  if (name) throw new RestError('InvalidQuery', `The local Contentful does not know the query parameter "${name}" here`)
}

function expectPlace(params: FastifyRequest['params']): void {
  const named = new Map(Object.entries(params ?? {}))
  const space: unknown = named.get('space')
  const environment: unknown = named.get('environment')
  if (space !== undefined && space !== SPACE) throw notFound('Space', String(space))
  if (environment !== undefined && environment !== ENVIRONMENT) throw notFound('Environment', String(environment))
}
