import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { type AccessTokens, LOCAL_ENVIRONMENT_ID, LOCAL_TOKENS } from './constants.ts'
import { deliveryApi } from './delivery/delivery-api.ts'
import { editorRoutes } from './editor/editor-routes.ts'
import { createActiveFaults } from './faults/active-faults.ts'
import { faultRoutes, injectFaults } from './faults/inject-faults.ts'
import { graphqlApi } from './graphql/graphql-api.ts'
import { DEFAULT_SPACE_LIMITS, type SpaceLimits } from './http/contentful-apis.ts'
import { type AllowedOrigins, registerCors } from './http/cors.ts'
import {
  limitResponseSize,
  registerBodyParsers,
  registerResponseHeaders,
  rejectForeignHosts,
  sendError,
  sendNotFound,
} from './http/protocol.ts'
import { createRequestCounters, registerRateLimit } from './http/rate-limit.ts'
import { registerCaching } from './http/response-caching.ts'
import { imagesApi } from './images/images-api.ts'
import { addMainEnvironment, managementApi } from './management/management-api.ts'
import { startActionScheduler } from './management/scheduled-actions.ts'
import { openSpaceStore, type SpaceStore } from './store/space-store.ts'
import type { Store } from './store/store.ts'
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
  /** `CONTENTFUL_RATE_LIMITS` are the real rates. Default: no rate limits. */
  readonly limits?: Partial<SpaceLimits>
  /** Origins whose pages may use the management API, or `*`. Pages of this machine always may. Default: none. */
  readonly allowedOrigins?: AllowedOrigins
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
  const space = openSpaceStore(options.folder)
  const apps = createApps(space, options)
  const server = fastify({
    forceCloseConnections: true,
    serverFactory: () =>
      createServer((request, response) => {
        apps.handle(request, response).catch((error: unknown) => {
          console.error(`local Contentful, ${request.method} ${request.url}:`, error)
          response.writeHead(500).end()
        })
      }),
  })
  const close = async () => {
    await server.close()
    await apps.close()
    space.close()
  }
  try {
    await apps.getMainApp()
    const url = await server.listen({ port: options.port, host: options.host ?? '127.0.0.1' })
    return { url, port: Number(new URL(url).port), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * One application for each environment, with all APIs over the content of that environment. A path without an
 * environment, or with one that does not exist, belongs to the main environment.
 */
function createApps(space: SpaceStore, options: LocalContentfulOptions) {
  const shared = createSharedState(space, options)
  const apps = new Map<Store, Promise<FastifyInstance>>()
  const getApp = (idOrAlias: string) => {
    const id = space.resolveEnvironment(idOrAlias) ?? space.resolveEnvironment(LOCAL_ENVIRONMENT_ID) ?? ''
    const store = space.openEnvironment(id)
    const app = apps.get(store) ?? createApp(store, shared)
    apps.set(store, app)
    return app
  }
  return {
    getMainApp: () => getApp(LOCAL_ENVIRONMENT_ID),
    handle: async (request: IncomingMessage, response: ServerResponse) => {
      const id = /^[^?]*\/spaces\/[^/?]+\/environments\/([^/?]+)/.exec(request.url ?? '')?.[1] ?? LOCAL_ENVIRONMENT_ID
      const app = await getApp(id)
      shared.webhooks.runWithAliases([id], () => app.routing(request, response))
    },
    close: async () => {
      await shared.scheduler.close()
      await shared.webhooks.close()
      for (const app of apps.values()) await (await app).close()
    },
  }
}

type SharedState = ReturnType<typeof createSharedState>

/** What the applications of all environments share. */
function createSharedState(space: SpaceStore, options: LocalContentfulOptions) {
  const { webhookRetryDelaysMs = WEBHOOK_RETRY_DELAYS_MS } = options
  const webhooks = createWebhookDispatcher(space, webhookRetryDelaysMs)
  return {
    space,
    tokens: { ...LOCAL_TOKENS, ...options.tokens },
    faults: createActiveFaults({ ...DEFAULT_SPACE_LIMITS, ...options.limits }),
    requestCounters: createRequestCounters(),
    webhooks,
    scheduler: startActionScheduler(space, webhooks),
    pictureCacheFolder: options.pictureCacheFolder ?? space.derivedPicturesFolder,
    allowedOrigins: options.allowedOrigins ?? [],
  }
}

async function createApp(store: Store, shared: SharedState): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: MAX_REQUEST_BYTES,
    genReqId: () => randomUUID(),
    frameworkErrors: sendError, // a malformed URL
    rewriteUrl: ({ url = '' }) => addMainEnvironment(url),
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
  })
  registerBodyParsers(app)
  app.setErrorHandler(sendError)
  rejectForeignHosts(app)
  await app.register(faultRoutes, { faults: shared.faults, token: shared.tokens.management })
  await app.register(editorRoutes, { token: shared.tokens.management })
  await app.register(async (apis) => registerContentfulApis(apis, store, shared))
  await app.ready()
  return app
}

/** Registers the APIs that Contentful has, with CORS, limits and faults. The fault API and the editor have none of these. */
async function registerContentfulApis(apis: FastifyInstance, store: Store, shared: SharedState) {
  const { space, tokens, faults, requestCounters, webhooks, scheduler, pictureCacheFolder, allowedOrigins } = shared
  /** False also after the environment was deleted, or replaced by a new one with its id. */
  const isEnvironment = (idOrAlias: string) => {
    const id = space.resolveEnvironment(idOrAlias)
    return id !== undefined && space.openEnvironment(id) === store
  }
  apis.setNotFoundHandler(sendNotFound)
  registerResponseHeaders(apis)
  await registerCors(apis, allowedOrigins)
  limitResponseSize(apis)
  registerCaching(apis)
  registerRateLimit(apis, faults.limits, requestCounters)
  injectFaults(apis, faults)
  await apis.register(managementApi, {
    space,
    store,
    tokens,
    isEnvironment,
    webhooks,
    scheduler,
    limits: faults.limits,
  })
  const common = { store, isEnvironment }
  await apis.register(deliveryApi, { ...common, prefix: '/cdn', token: tokens.delivery, preview: false })
  await apis.register(deliveryApi, { ...common, prefix: '/preview', token: tokens.preview, preview: true })
  await apis.register(graphqlApi, { ...common, tokens, createLinkBreaker: faults.createLinkBreaker })
  await apis.register(imagesApi, { store, cacheFolder: pictureCacheFolder })
}
