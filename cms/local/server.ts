import fastify, { type FastifyInstance } from 'fastify'
import { type AccessTokens, LOCAL_TOKENS } from './constants.ts'
import { deliveryApi } from './delivery/delivery-api.ts'
import { editorRoutes } from './editor/editor-routes.ts'
import { type ActiveFaults, createActiveFaults } from './faults/active-faults.ts'
import { faultRoutes, injectFaults } from './faults/inject-faults.ts'
import { graphqlApi } from './graphql/graphql-api.ts'
import { DEFAULT_SPACE_LIMITS, type SpaceLimits } from './http/contentful-apis.ts'
import {
  limitResponseSize,
  registerBodyParsers,
  registerCors,
  rejectForeignHosts,
  sendError,
  sendNotFound,
} from './http/protocol.ts'
import { registerRateLimit } from './http/rate-limit.ts'
import { imagesApi } from './images/images-api.ts'
import { managementApi } from './management/management-api.ts'
import { openStore, type Store } from './store/store.ts'
import { createWebhookDispatcher } from './webhooks/webhook-dispatcher.ts'

export { DamagedStateError, moveStateFolderAside, readStateMeta, writeStateMeta } from './state-folder.ts'

export interface LocalContentfulOptions {
  /** 0: any free port. */
  readonly port: number
  /** State folder. It is created if it does not exist. */
  readonly folder: string
  /** Cache of derived pictures; several servers may share it. Default: a folder in `folder`. */
  readonly pictureCacheFolder?: string
  readonly tokens?: Partial<AccessTokens>
  readonly limits?: Partial<SpaceLimits>
  /** Delay in ms before each retry of a webhook call. */
  readonly webhookRetryDelaysMs?: readonly number[]
  readonly host?: '127.0.0.1'
}

/** A running local Contentful. */
export interface LocalContentful {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Size limit in bytes of a request body, except uploads (docs/contentful.md, Limits). */
const MAX_REQUEST_BYTES = 1_000_000

/** Length limit of a URL parameter: a long file name, percent-encoded. */
const MAX_PARAMETER_LENGTH = 1_000

/** Two retries as at Contentful, but sooner, because a developer waits for them. */
const WEBHOOK_RETRY_DELAYS_MS = [1_000, 10_000]

/** Starts the local Contentful. Throws `DamagedStateError` if the state folder cannot be used. */
export async function startLocalContentful(options: LocalContentfulOptions): Promise<LocalContentful> {
  const store = openStore(options.folder)
  try {
    const app = await createApp(store, options)
    const url = await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
    return {
      url,
      port: Number(new URL(url).port),
      close: async () => {
        await app.close()
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}

async function createApp(store: Store, options: LocalContentfulOptions): Promise<FastifyInstance> {
  const tokens = { ...LOCAL_TOKENS, ...options.tokens }
  const app = fastify({
    bodyLimit: MAX_REQUEST_BYTES,
    forceCloseConnections: true,
    frameworkErrors: sendError, // a malformed URL
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
  })
  registerBodyParsers(app)
  app.setErrorHandler(sendError)
  rejectForeignHosts(app)
  const faults = createActiveFaults({ ...DEFAULT_SPACE_LIMITS, ...options.limits })
  await app.register(faultRoutes, { faults, token: tokens.management })
  await app.register(editorRoutes, { token: tokens.management })
  await app.register(async (apis) => registerContentfulApis(apis, { ...options, store, tokens, faults }))
  return app
}

interface ApiOptions {
  readonly store: Store
  readonly tokens: AccessTokens
  readonly faults: ActiveFaults
  readonly webhookRetryDelaysMs?: readonly number[]
  readonly pictureCacheFolder?: string
}

/** Registers the APIs that Contentful has, with CORS, limits and faults. The fault API and the editor have none of these. */
async function registerContentfulApis(apis: FastifyInstance, options: ApiOptions) {
  const { store, tokens, faults, webhookRetryDelaysMs = WEBHOOK_RETRY_DELAYS_MS } = options
  apis.setNotFoundHandler(sendNotFound)
  await registerCors(apis)
  limitResponseSize(apis)
  registerRateLimit(apis, faults.limits)
  injectFaults(apis, faults)
  const { dispatch, callLog, close } = createWebhookDispatcher(store, webhookRetryDelaysMs)
  apis.addHook('onClose', close)
  await apis.register(managementApi, {
    store,
    tokens,
    dispatchWebhooks: dispatch,
    webhookCalls: callLog,
    limits: faults.limits,
  })
  await apis.register(deliveryApi, { prefix: '/cdn', store, token: tokens.delivery, preview: false })
  await apis.register(deliveryApi, { prefix: '/preview', store, token: tokens.preview, preview: true })
  await apis.register(graphqlApi, { store, tokens, createLinkBreaker: faults.createLinkBreaker })
  const cacheFolder = options.pictureCacheFolder ?? store.derivedPicturesFolder
  await apis.register(imagesApi, { store, cacheFolder })
}
