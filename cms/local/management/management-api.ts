import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { type AccessTokens, LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import { getBearerToken, type SpaceLimits } from '#local/http/contentful-apis.ts'
import { MAX_FILE_BYTES } from '#local/http/loopback-requests.ts'
import { createNotFoundError, RestError } from '#local/http/rest-error.ts'
import type { Store } from '#local/store/store.ts'
import type { WebhookCallLog } from '#local/webhooks/webhook-calls.ts'
import type { DispatchWebhooks } from '#local/webhooks/webhook-definition.ts'
import { registerWebhookRoutes } from '#local/webhooks/webhook-routes.ts'
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

/** The Content Management API and the Upload API, which have the same paths (docs/contentful.md, Request sequences). */
export async function managementApi(
  scope: FastifyInstance,
  { store, tokens, dispatchWebhooks, limits, webhookCalls }: ManagementOptions,
) {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('content-type', 'application/vnd.contentful.management.v1+json')
    authorize(request, tokens)
    expectLocalEnvironment(request.params)
    if (!LIST_PATHS.test(request.routeOptions.url ?? '')) expectNoQuery(request.query)
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

/** Lists are the only endpoints with query parameters. They parse them themselves. */
const LIST_PATHS =
  /\/(content_types|entries|assets|environments|locales|tags|editor_interfaces|roles|webhook_definitions|calls|preview_environments)$/

/** Throws unless the token allows the request. The read-only token allows only GET and HEAD. */
function authorize(request: FastifyRequest, tokens: AccessTokens): void {
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
  if (name)
    throw new RestError('InvalidQuery', `The local Contentful does not support the query parameter "${name}" here`)
}

/** Throws 404 if the path names another space or environment than the only one. */
function expectLocalEnvironment(params: FastifyRequest['params']): void {
  const paramMap = new Map(Object.entries(params ?? {}))
  const spaceId: unknown = paramMap.get('space')
  const environmentId: unknown = paramMap.get('environment')
  if (spaceId !== undefined && spaceId !== LOCAL_SPACE_ID) throw createNotFoundError('Space', String(spaceId))
  if (environmentId !== undefined && environmentId !== LOCAL_ENVIRONMENT_ID)
    throw createNotFoundError('Environment', String(environmentId))
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

/** The user of every token. */
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

/** The only space, with one environment and no roles. */
function registerSpaceRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => space)
  scope.get('/environments', async ({ query }) => listFixedItems([environment], query))
  scope.get('/roles', async ({ query }) => listFixedItems([], query))
}

function registerEnvironmentRoutes(scope: FastifyInstance): void {
  scope.get('/', async () => environment)
}

/** Stores the bytes of a file. An asset then refers to the upload by `uploadFrom`. */
function registerUploadRoutes(scope: FastifyInstance, { files }: Store): void {
  scope.post('/uploads', { bodyLimit: MAX_FILE_BYTES, errorHandler: throwPayloadTooLarge }, async ({ body }, reply) => {
    if (!Buffer.isBuffer(body))
      throw new RestError('UnsupportedMediaType', 'An upload must be sent as application/octet-stream')
    // A client that retries an upload with a consumed stream sends an empty body (docs/contentful.md, Traps).
    if (body.length === 0) throw new RestError('BadRequest', 'The upload is empty')
    const id = await files.addUpload(body)
    return reply
      .code(201)
      .send({ sys: { ...LOCAL_SPACE_SYS, type: 'Upload', id, createdAt: new Date().toISOString() } })
  })
}

function throwPayloadTooLarge(error: FastifyError): never {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
  throw new RestError('PayloadTooLarge', `An upload has at most ${MAX_FILE_BYTES} bytes`)
}
