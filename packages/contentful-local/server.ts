import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { LOCAL_ENVIRONMENT_ID, LOCAL_TOKENS } from './constants.ts'
import { deliveryApi } from './delivery/delivery-api.ts'
import { editorRoutes } from './editor/editor-routes.ts'
import { graphqlApi } from './graphql/graphql-api.ts'
import { DEFAULT_SPACE_LIMITS, type SpaceLimits } from './http/contentful-apis.ts'
import {
  limitResponseSize,
  registerBodyParsers,
  registerCors,
  registerResponseHeaders,
  rejectForeignHosts,
  sendError,
  sendNotFound,
} from './http/protocol.ts'
import { createRequestCounters, registerRateLimit } from './http/rate-limit.ts'
import { imagesApi } from './images/images-api.ts'
import { addMainEnvironment, managementApi } from './management/management-api.ts'
import { startActionScheduler } from './management/scheduled-actions.ts'
import { openSpaceStore, type SpaceStore } from './store/space-store.ts'
import { toStorageError } from './store/state-error.ts'
import type { Store } from './store/store.ts'
import { createWebhookDispatcher } from './webhooks/webhook-dispatcher.ts'

export { readStateMeta, writeStateMeta } from './store/space-store.ts'
export { DamagedStateError, moveStateFolderAside, StorageError } from './store/state-error.ts'

export interface LocalContentfulOptions {
  /** 0: any free port. */
  readonly port: number
  /** State folder. It is created if it does not exist. */
  readonly folder: string
  /** Cache of derived pictures; several servers may share it. Default: a folder in `folder`. */
  readonly pictureCacheFolder?: string
  /** `CONTENTFUL_RATE_LIMITS` are the real rates. Default: no rate limits. */
  readonly limits?: Partial<SpaceLimits>
  /** Delay in ms before each retry of a webhook call. Default: two retries as at Contentful, but sooner. */
  readonly webhookRetryDelaysMs?: readonly number[]
}

/** A running local Contentful. */
export type LocalContentful = Awaited<ReturnType<typeof startLocalContentful>>

/** Starts the local Contentful. Throws `DamagedStateError` or `StorageError` if the state folder cannot be used. */
export async function startLocalContentful(options: LocalContentfulOptions) {
  const space = openSpaceStore(options.folder)
  const shared = createSharedState(space, options)
  const { webhooks, scheduler } = shared
  const apps = new Map<Store, Promise<FastifyInstance>>()
  /** A path without an environment, or with one that does not exist, belongs to the main environment. */
  const getApp = (idOrAlias: string) => {
    const id = space.resolveEnvironment(idOrAlias) ?? space.resolveEnvironment(LOCAL_ENVIRONMENT_ID) ?? ''
    const store = space.openEnvironment(id)
    const app = apps.get(store) ?? createApp(store, shared)
    apps.set(store, app)
    return app
  }
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const id = /^[^?]*\/spaces\/[^/?]+\/environments\/([^/?]+)/.exec(request.url ?? '')?.[1] ?? LOCAL_ENVIRONMENT_ID
    const app = await getApp(id)
    webhooks.runWithAliases([id], () => app.routing(request, response))
  }
  const server = fastify({
    forceCloseConnections: true,
    serverFactory: () =>
      createServer((request, response) => {
        handle(request, response).catch((error: unknown) => {
          console.error(`local Contentful, ${request.method} ${request.url}:`, error)
          response.writeHead(500).end()
        })
      }),
  })
  const close = async () => {
    await server.close()
    scheduler.close()
    await webhooks.close()
    await Promise.allSettled([...apps.values()].map(async (app) => (await app).close()))
    space.close()
  }
  try {
    await getApp(LOCAL_ENVIRONMENT_ID)
    const url = await server.listen({ port: options.port, host: '127.0.0.1' })
    return { url, port: Number(new URL(url).port), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** What the applications of all environments share. */
function createSharedState(space: SpaceStore, options: LocalContentfulOptions) {
  const webhooks = createWebhookDispatcher(space, options.webhookRetryDelaysMs ?? [1_000, 10_000])
  const limits = { ...DEFAULT_SPACE_LIMITS, ...options.limits }
  return {
    space,
    folder: options.folder,
    limits,
    requestCounters: createRequestCounters(limits),
    webhooks,
    scheduler: startActionScheduler(space, webhooks),
    cacheFolder: options.pictureCacheFolder ?? space.derivedPicturesFolder,
  }
}

/** Creates the application of an environment, with all APIs over its content. */
async function createApp(store: Store, shared: ReturnType<typeof createSharedState>): Promise<FastifyInstance> {
  const { space, folder } = shared
  /** False also after the environment was deleted, or replaced by a new one with its id. */
  const isEnvironment = (idOrAlias: string) => {
    const id = space.resolveEnvironment(idOrAlias)
    return id !== undefined && space.openEnvironment(id) === store
  }
  const app = fastify({
    bodyLimit: 1_000_000, // except uploads (docs/contentful.md, Limits)
    genReqId: () => randomUUID(),
    frameworkErrors: sendError, // a malformed URL
    rewriteUrl: ({ url = '' }) => addMainEnvironment(url),
    routerOptions: { maxParamLength: 1_000 }, // a long file name, percent-encoded
  })
  registerBodyParsers(app)
  app.setErrorHandler<Error>((error, request, reply) => sendError(toStorageError(folder, error), request, reply))
  rejectForeignHosts(app)
  await app.register(editorRoutes, { token: LOCAL_TOKENS.management })
  // The APIs that Contentful has. The editor has neither CORS nor limits.
  await app.register(async (apis) => {
    apis.setNotFoundHandler(sendNotFound)
    registerResponseHeaders(apis)
    await registerCors(apis)
    limitResponseSize(apis)
    registerRateLimit(apis, shared.requestCounters)
    const options = { ...shared, store, isEnvironment }
    await apis.register(managementApi, options)
    await apis.register(deliveryApi, { ...options, prefix: '/cdn', preview: false })
    await apis.register(deliveryApi, { ...options, prefix: '/preview', preview: true })
    await apis.register(graphqlApi, options)
    await apis.register(imagesApi, options)
  })
  await app.ready()
  return app
}
