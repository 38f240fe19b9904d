import { randomUUID } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { createServer } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { LOCAL_ENVIRONMENT_ID } from './constants.ts'
import { deliveryApi } from './delivery/delivery-api.ts'
import { editorRoutes } from './editor/editor-routes.ts'
import { graphqlApi } from './graphql/graphql-api.ts'
import { DEFAULT_SPACE_LIMITS, type SpaceLimits } from './http/contentful-apis.ts'
import { formatHostname } from './http/loopback-requests.ts'
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
import { type SpaceExport, seedStore } from './management/seed-store.ts'
import { openSpaceStore, openTemporarySpaceStore, type SpaceStore } from './store/space-store.ts'
import { toStorageError } from './store/state-error.ts'
import type { Store } from './store/store.ts'
import { createWebhookDispatcher } from './webhooks/webhook-dispatcher.ts'

export type { SpaceExport } from './management/seed-store.ts'
export { readStateMeta, writeStateMeta } from './store/space-store.ts'
export { DamagedStateError, moveStateFolderAside, StorageError } from './store/state-error.ts'

export interface LocalContentfulOptions {
  /** Default: 0, any free port. */
  readonly port?: number
  /**
   * Address to listen on. Default: 127.0.0.1. With another one, everyone who reaches the port can read and change
   * everything, and let it send webhooks to this machine, because the tokens are public.
   */
  readonly host?: string
  /** Host names that requests may be for, besides 127.0.0.1, localhost, `host` and the address that they arrive at. */
  readonly allowedHosts?: readonly string[]
  /** State folder, which keeps the content. It is created if it does not exist. Default: nothing is kept. */
  readonly folder?: string
  /** Content of the start: that of a file of contentful-export, as `JSON.parse` returns it. Not together with `folder`. */
  readonly seed?: SpaceExport
  /** Cache of derived pictures; several servers may share it. Default: a folder of this server. */
  readonly pictureCacheFolder?: string
  /** `CONTENTFUL_RATE_LIMITS` are the real rates. Default: no rate limits, 25 content types, 10 environments. */
  readonly limits?: Partial<SpaceLimits>
  /** Delay in ms before each retry of a webhook call. Default: two retries as at Contentful, but sooner. */
  readonly webhookRetryDelaysMs?: readonly number[]
}

/** A running local Contentful. */
export type LocalContentful = Awaited<ReturnType<typeof startLocalContentful>>

/** Starts the local Contentful. Throws `DamagedStateError` or `StorageError` if the state folder cannot be used. */
export async function startLocalContentful(options: LocalContentfulOptions = {}) {
  if (options.folder !== undefined && options.seed)
    throw new Error('The options folder and seed exclude each other: a folder has its own content')
  const hosts = await resolveHosts(options)
  const space = options.folder === undefined ? openTemporarySpaceStore() : openSpaceStore(options.folder)
  const shared = createSharedState(space, options, hosts)
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
  const server = fastify({
    forceCloseConnections: true,
    serverFactory: () =>
      createServer(async (request, response) => {
        const { method, url = '' } = request
        try {
          const id = /^[^?]*\/spaces\/[^/?]+\/environments\/([^/?]+)/.exec(url)?.[1] ?? LOCAL_ENVIRONMENT_ID
          const app = await getApp(id)
          webhooks.runWithAliases([id], () => app.routing(request, response))
        } catch (error) {
          console.error(`local Contentful, ${method} ${url}:`, error)
          response.writeHead(500).end()
        }
      }),
  })
  /**
   * Brings back the content of the start, and drops pending webhook calls. Requests see the content before or after it:
   * only the processing of a file reads and writes at different times, so it ends before.
   */
  const reset = async () => {
    if (options.folder !== undefined)
      throw new Error(`reset() would delete the content of ${options.folder}: use it without the option folder`)
    await space.files.processing.onIdle()
    space.restoreResources()
    await webhooks.cancelCalls()
  }
  const close = async () => {
    await server.close()
    scheduler.close()
    await webhooks.cancelCalls()
    await Promise.allSettled([...apps.values()].map(async (app) => (await app).close()))
    space.close()
  }
  try {
    await getApp(LOCAL_ENVIRONMENT_ID)
    if (options.seed) seedStore(space.openEnvironment(LOCAL_ENVIRONMENT_ID), options.seed, shared.limits)
    if (options.folder === undefined) space.keepResources()
    const address = await server.listen({ port: options.port ?? 0, host: hosts.address })
    const port = Number(address.split(':').at(-1)) // `URL` leaves port 80 out
    return { url: `http://${hosts.own}:${port}`, port, reset, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

type Hosts = Awaited<ReturnType<typeof resolveHosts>>

/** The address to listen on, the host name of the server's own URL, and those of requests. Throws if the host is unknown. */
async function resolveHosts({ host: sentHost, allowedHosts = [] }: LocalContentfulOptions) {
  const host = sentHost || '127.0.0.1' // an empty one would mean every address
  const { address } = await lookup(host, { order: 'ipv4first' })
  const isEveryAddress = address === '0.0.0.0' || address === '::'
  const own = isEveryAddress ? '127.0.0.1' : formatHostname(address)
  return { address, own, allowed: [formatHostname(host), ...allowedHosts] }
}

/** What the applications of all environments share. */
function createSharedState(space: SpaceStore, options: LocalContentfulOptions, hosts: Hosts) {
  const webhooks = createWebhookDispatcher(space, options.webhookRetryDelaysMs ?? [1_000, 10_000])
  const limits = { ...DEFAULT_SPACE_LIMITS, ...options.limits }
  return {
    space,
    hosts,
    limits,
    requestCounters: createRequestCounters(limits),
    webhooks,
    scheduler: startActionScheduler(space, webhooks),
    cacheFolder: options.pictureCacheFolder ?? space.derivedPicturesFolder,
  }
}

/** Creates the application of an environment, with all APIs over its content. */
async function createApp(store: Store, shared: ReturnType<typeof createSharedState>): Promise<FastifyInstance> {
  const { space, hosts } = shared
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
  app.setErrorHandler<Error>((error, request, reply) => sendError(toStorageError(space.folder, error), request, reply))
  rejectForeignHosts(app, hosts.allowed)
  await app.register(editorRoutes, { redirectsLocalhost: hosts.own === '127.0.0.1' })
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
