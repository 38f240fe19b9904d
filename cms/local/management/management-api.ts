import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { getBearerToken, type SpaceLimits } from '#cms/local/http/contentful-apis.ts'
import { MAX_FILE_BYTES } from '#cms/local/http/loopback-requests.ts'
import { createNotFoundError, RestError } from '#cms/local/http/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import type { WebhookCallLog } from '#cms/local/webhooks/webhook-calls.ts'
import { registerWebhookRoutes } from '#cms/local/webhooks/webhook-routes.ts'
import type { DispatchWebhooks } from '#cms/local/webhooks/webhook-topics.ts'
import { type AccessTokens, LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#shared/local-contentful.ts'
import { registerAssetRoutes } from './asset-routes.ts'
import { registerBulkActionRoutes } from './bulk-actions.ts'
import { registerContentTypeRoutes } from './content-type-routes.ts'
import { registerEditorInterfaceRoutes } from './editor-interface-routes.ts'
import { registerEntryRoutes } from './entry-routes.ts'
import { listFixedItems } from './list-resources.ts'
import { registerLocaleRoutes } from './locale-routes.ts'
import { registerPreviewEnvironmentRoutes } from './preview-environment-routes.ts'
import { LOCAL_SPACE_SYS } from './resource-sys.ts'
import { registerTagRoutes } from './tag-routes.ts'

interface ManagementOptions {
  readonly store: Store
  readonly tokens: AccessTokens
  readonly dispatchWebhooks: DispatchWebhooks
  readonly limits: SpaceLimits
  readonly webhookCalls: WebhookCallLog
}

/** Contentful's management API and its upload API, which share their paths (docs/contentful.md, Request sequences). */
export async function managementApi(
  scope: FastifyInstance,
  { store, tokens, dispatchWebhooks, limits, webhookCalls }: ManagementOptions,
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
      registerWebhookRoutes(space, store, webhookCalls)
      registerPreviewEnvironmentRoutes(space, store)
    },
    { prefix: '/spaces/:space' },
  )
  scope.register(
    async (environment) => {
      registerEnvironmentRoutes(environment)
      registerUploadRoutes(environment, store)
      registerContentTypeRoutes(environment, store, dispatchWebhooks, limits)
      registerEditorInterfaceRoutes(environment, store)
      registerLocaleRoutes(environment, store)
      registerTagRoutes(environment, store)
      const assets = registerAssetRoutes(environment, store, dispatchWebhooks)
      const entries = registerEntryRoutes(environment, store, dispatchWebhooks)
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

const space = { name: 'Local', sys: { type: 'Space', id: LOCAL_SPACE_ID, version: 1 } }

const environment = {
  name: LOCAL_ENVIRONMENT_ID,
  sys: {
    type: 'Environment',
    id: LOCAL_ENVIRONMENT_ID,
    version: 1,
    space: LOCAL_SPACE_SYS.space,
    status: { sys: { type: 'Link', linkType: 'Status', id: 'ready' } },
  },
}

/** Whoever has the token. */
const user = {
  firstName: 'Local',
  lastName: 'Developer',
  email: 'developer@local.test',
  activated: true,
  confirmed: true,
  signInCount: 0,
  avatarUrl: '',
  sys: { type: 'User', id: 'local-developer', version: 1 },
}

function registerUserRoutes(scope: FastifyInstance): void {
  scope.get('/users/me', async () => user)
}

/** The one space with its one environment; it has no roles. */
function registerSpaceRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => space)
  scope.get('/environments', async ({ query }) => listFixedItems([environment], query))
  scope.get('/roles', async ({ query }) => listFixedItems([], query))
}

function registerEnvironmentRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => environment)
}

/** Takes a file's bytes. An asset then names the upload (`uploadFrom`). */
function registerUploadRoutes(scope: FastifyInstance, { files }: Store): void {
  scope.post('/uploads', { bodyLimit: MAX_FILE_BYTES, errorHandler: nameTheLimit }, async ({ body }, reply) => {
    if (!Buffer.isBuffer(body))
      throw new RestError('UnsupportedMediaType', 'An upload is sent as application/octet-stream')
    // A stream that is sent again after a lost answer arrives empty (docs/contentful.md, Traps).
    if (body.length === 0) throw new RestError('BadRequest', 'The upload is empty')
    const id = await files.addUpload(body)
    return reply
      .code(201)
      .send({ sys: { ...LOCAL_SPACE_SYS, type: 'Upload', id, createdAt: new Date().toISOString() } })
  })
}

function nameTheLimit(error: FastifyError): never {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
  throw new RestError('PayloadTooLarge', `An upload has at most ${MAX_FILE_BYTES} bytes`)
}
