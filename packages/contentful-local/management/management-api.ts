import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import { LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID, LOCAL_TOKENS, LOCAL_USER } from '#local/constants.ts'
import { parseQueryParameters } from '#local/engine/query-parameters.ts'
import { expectExisting, RestError } from '#local/engine/rest-error.ts'
import type { WebhookEvents } from '#local/engine/webhook-events.ts'
import { type ApiOptions, expectLocation, type IdRoute } from '#local/http/access.ts'
import { getBearerToken, type SpaceLimits } from '#local/http/contentful-apis.ts'
import { MAX_FILE_BYTES } from '#local/http/loopback-requests.ts'
import type { SpaceStore } from '#local/store/space-store.ts'
import type { Store } from '#local/store/store.ts'
import { createAppInstallationService } from './app-installation-service.ts'
import { createAssetService, registerAssetRoutes } from './asset-routes.ts'
import { createContentTypeService, createEditorInterfaceService } from './content-type-service.ts'
import { createEntryService, registerEntryRoutes } from './entry-routes.ts'
import { createAliasService, createEnvironmentService } from './environment-services.ts'
import { listFixedItems } from './list-resources.ts'
import { createLocaleService } from './locale-service.ts'
import { registerOrganizationRoutes } from './organization-routes.ts'
import { createPreviewEnvironmentService } from './preview-environment-service.ts'
import { LOCAL_ORGANIZATION_LINK, LOCAL_USER_LINK, registerRoutes } from './resource-service.ts'
import type { ActionScheduler } from './scheduled-actions.ts'
import { createTagService } from './tag-service.ts'
import { registerWebhookRoutes } from './webhook-routes.ts'

interface ManagementOptions extends ApiOptions {
  readonly space: SpaceStore
  readonly webhooks: WebhookEvents
  readonly scheduler: ActionScheduler
  readonly limits: SpaceLimits
}

/** The Content Management API and the Upload API, which have the same paths (docs/contentful.md, Request sequences). */
export async function managementApi(scope: FastifyInstance, options: ManagementOptions) {
  const { space, store, scheduler, limits } = options
  const { dispatch } = options.webhooks
  scope.addHook('onRequest', async (request) => {
    authorize(request)
    expectLocation(request.params, options)
    const { url = '' } = request.routeOptions
    if (LIST_PATHS.test(url)) return
    const parameters = parseQueryParameters(request.query)
    // Recorded: contentful-management.py, fixtures/entry/find_content_type.yaml.
    if (url.endsWith('/entries/:id')) parameters.take('content_type')
    if (url.endsWith('/scheduled_actions/:id')) parameters.take('environment.sys.id') // the client sends it
    parameters.expectEmpty()
  })
  // The environment can be deleted while the body is received.
  scope.addHook('preHandler', async ({ params }) => expectLocation(params, options))
  scope.get('/users/me', async () => LOCAL_USER)
  // `space list` of contentful-cli, and the Python client (recorded: contentful-management.py, fixtures/space/all.yaml).
  scope.get('/spaces', async ({ query }) => listFixedItems([createSpaceResponse(space)], query))
  registerOrganizationRoutes(scope, space, limits)
  const spaceScope = async (scope: FastifyInstance) => {
    scope.get('/', async () => createSpaceResponse(space))
    scope.get('/roles', async ({ query }) => listFixedItems([], query))
    registerUploadRoutes(scope, store)
    registerRoutes(scope, createEnvironmentService(space, limits))
    registerRoutes(scope, createAliasService(space, dispatch))
    registerRoutes(scope, createPreviewEnvironmentService(space.previewEnvironments, store))
    registerWebhookRoutes(scope, space)
    registerRoutes(scope, scheduler.service)
  }
  const environmentScope = async (scope: FastifyInstance) => {
    registerUploadRoutes(scope, store)
    registerRoutes(scope, createContentTypeService(store, dispatch, limits))
    registerRoutes(scope, createEditorInterfaceService(store))
    registerRoutes(scope, createLocaleService(store))
    registerRoutes(scope, createTagService(store))
    registerRoutes(scope, createAppInstallationService(space, store))
    registerAssetRoutes(scope, store, createAssetService(store, dispatch))
    registerEntryRoutes(scope, createEntryService(store, dispatch))
  }
  scope.register(spaceScope, { prefix: '/spaces/:space' })
  scope.register(environmentScope, { prefix: '/spaces/:space/environments/:environment' })
}

/** Resources of an environment, whose path may leave the environment out. */
const ENVIRONMENT_RESOURCES =
  /^\/spaces\/([^/?]+)\/(content_types|editor_interfaces|entries|assets|public|tags|locales)(?=[/?]|$)/

/** Adds the main environment to a path of the management API without an environment. */
export const addMainEnvironment = (url: string): string =>
  url.replace(ENVIRONMENT_RESOURCES, `/spaces/$1/environments/${LOCAL_ENVIRONMENT_ID}/$2`)

/** The lists, which parse their query parameters themselves. */
const LIST_PATHS =
  /\/(spaces|content_types|entries|assets|environments|environment_aliases|locales|tags|organizations|app_definitions|app_installations|editor_interfaces|roles|webhook_definitions|preview_environments|scheduled_actions)$/

/** Throws unless the token allows the request. The read-only token allows only GET and HEAD. */
function authorize(request: FastifyRequest): void {
  const token = getBearerToken(request)
  if (token === LOCAL_TOKENS.management) return
  if (token !== LOCAL_TOKENS.readOnly)
    throw new RestError('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.')
  if (request.method === 'GET' || request.method === 'HEAD') return
  throw new RestError('AccessDenied', 'Forbidden', { reasons: ['This token may only read'] })
}

/** The only space. It was created with its oldest environment. */
function createSpaceResponse({ environments }: SpaceStore) {
  const [createdAt] = Array.from(environments.all(), (environment) => environment.createdAt).sort()
  const changes = { createdAt, updatedAt: createdAt, createdBy: LOCAL_USER_LINK, updatedBy: LOCAL_USER_LINK }
  return {
    name: 'Local',
    sys: { type: 'Space', id: LOCAL_SPACE_ID, version: 1, organization: LOCAL_ORGANIZATION_LINK, ...changes },
  }
}

/** Stores the bytes of a file. An asset then refers to the upload by `uploadFrom`. */
function registerUploadRoutes(scope: FastifyInstance, { files, locationSys }: Store): void {
  const getUpload = (id: string) => expectExisting(files.uploads.get(id), 'Upload', id)
  const toResponse = ({ id, createdAt }: ReturnType<typeof getUpload>) => {
    // The second midnight after the upload, as in a recorded response (contentful-management.rb, upload/find.yml).
    const expiresAt = new Date((Math.floor(Date.parse(createdAt) / DAY_MS) + 2) * DAY_MS).toISOString()
    return { sys: { ...locationSys, type: 'Upload', id, createdAt, expiresAt, createdBy: LOCAL_USER_LINK } }
  }

  scope.post('/uploads', { bodyLimit: MAX_FILE_BYTES, errorHandler: throwPayloadTooLarge }, async ({ body }, reply) => {
    if (!Buffer.isBuffer(body))
      throw new RestError('UnsupportedMediaType', 'An upload must be sent as application/octet-stream')
    // A client that retries an upload with a consumed stream sends an empty body (docs/contentful.md, Traps).
    if (body.length === 0) throw new RestError('BadRequest', 'The upload is empty')
    return reply.code(201).send(toResponse(await files.addUpload(body)))
  })

  scope.get<IdRoute>('/uploads/:id', async ({ params }) => toResponse(getUpload(params.id)))

  scope.delete<IdRoute>('/uploads/:id', async ({ params }, reply) => {
    files.uploads.remove(getUpload(params.id).id)
    return reply.code(204).send()
  })
}

const DAY_MS = 24 * 60 * 60 * 1_000

function throwPayloadTooLarge(error: FastifyError): never {
  if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error
  throw new RestError('PayloadTooLarge', `An upload has at most ${MAX_FILE_BYTES} bytes`)
}
