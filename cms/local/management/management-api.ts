import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createNotFoundError, RestError } from '#cms/local/http/rest-error.ts'
import type { SpaceLimits } from '#cms/local/limits.ts'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#cms/local/local-space.ts'
import type { Store } from '#cms/local/store/store.ts'
import { type AccessTokens, getBearerToken } from '#cms/local/tokens.ts'
import type { WebhookCallLog } from '#cms/local/webhooks/webhook-calls.ts'
import { registerWebhookRoutes } from '#cms/local/webhooks/webhook-routes.ts'
import type { DispatchWebhooks } from '#cms/local/webhooks/webhook-topics.ts'
import { registerAssetRoutes } from './asset-routes.ts'
import { registerBulkActionRoutes } from './bulk-actions.ts'
import { registerContentTypeRoutes } from './content-type-routes.ts'
import { registerEditorInterfaceRoutes } from './editor-interface-routes.ts'
import { registerEntryRoutes } from './entry-routes.ts'
import { registerLocaleRoutes } from './locale-routes.ts'
import { registerPreviewEnvironmentRoutes } from './preview-environment-routes.ts'
import { registerEnvironmentRoutes, registerSpaceRoutes, registerUserRoutes } from './space.ts'
import { registerTagRoutes } from './tag-routes.ts'
import { registerUploadRoutes } from './uploads.ts'

interface ManagementOptions {
  readonly store: Store
  readonly tokens: AccessTokens
  readonly announce: DispatchWebhooks
  readonly limits: SpaceLimits
  readonly calls: WebhookCallLog
}

/** Contentful's management API and its upload API, which share their paths (docs/contentful.md, Request sequences). */
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
  registerUserRoutes(scope)
  scope.register(
    async (space) => {
      registerSpaceRoutes(space)
      registerUploadRoutes(space, store)
      registerWebhookRoutes(space, store, calls)
      registerPreviewEnvironmentRoutes(space, store)
    },
    { prefix: '/spaces/:space' },
  )
  scope.register(
    async (environment) => {
      registerEnvironmentRoutes(environment)
      registerUploadRoutes(environment, store)
      registerContentTypeRoutes(environment, store, announce, limits)
      registerEditorInterfaceRoutes(environment, store)
      registerLocaleRoutes(environment, store)
      registerTagRoutes(environment, store)
      const assets = registerAssetRoutes(environment, store, announce)
      const entries = registerEntryRoutes(environment, store, announce)
      registerBulkActionRoutes(environment, { Asset: assets, Entry: entries })
    },
    { prefix: '/spaces/:space/environments/:environment' },
  )
}

/** Only lists take parameters, and read them themselves. */
const LISTS =
  /\/(content_types|entries|assets|environments|locales|tags|editor_interfaces|roles|webhook_definitions|calls|preview_environments)$/

/** Every token of this API may read; only the owner's may write. */
function admit(request: FastifyRequest, tokens: AccessTokens): void {
  const token = getBearerToken(request)
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
  if (space !== undefined && space !== LOCAL_SPACE_ID) throw createNotFoundError('Space', String(space))
  if (environment !== undefined && environment !== LOCAL_ENVIRONMENT_ID)
    throw createNotFoundError('Environment', String(environment))
}
