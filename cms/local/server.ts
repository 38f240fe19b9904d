import fastify, { type FastifyInstance } from 'fastify'
import { deliveryApi } from './delivery/delivery-api.ts'
import { editorRoutes } from './editor/editor-routes.ts'
import { type ActiveFaults, createActiveFaults } from './faults/active-faults.ts'
import { faultRoutes } from './faults/fault-routes.ts'
import { injectFaults } from './faults/inject-faults.ts'
import { graphqlApi } from './graphql/graphql-api.ts'
import { registerCors, rejectForeignHosts } from './http/cors.ts'
import { limitResponseSize, registerBodyParsers, sendError, sendNotFound } from './http/protocol.ts'
import { imagesApi } from './images/images-api.ts'
import { DEFAULT_SPACE_LIMITS, type SpaceLimits } from './limits.ts'
import { managementApi } from './management/management-api.ts'
import { registerRateLimit } from './rate-limit/rate-limit.ts'
import { openStore, type Store } from './store/store.ts'
import { type AccessTokens, LOCAL_TOKENS } from './tokens.ts'
import { createWebhookDispatcher } from './webhooks/webhook-dispatcher.ts'

export interface LocalContentfulOptions {
  /** 0: any free one */
  readonly port: number
  /** Where the state lies; it is made where it is not there. */
  readonly folder: string
  /** Where derived pictures are cached; several servers may share it. By default it is part of `folder`. */
  readonly pictureCacheFolder?: string
  readonly tokens?: Partial<AccessTokens>
  readonly limits?: Partial<SpaceLimits>
  /** ms before each further attempt to call a webhook */
  readonly webhookRetryDelaysMs?: readonly number[]
  readonly host?: '127.0.0.1'
}

export interface LocalContentful {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** bytes, of everything but uploads (docs/contentful.md, Limits) */
const LARGEST_REQUEST = 1_000_000

/** characters; a file name may be long, and longer still when it is escaped */
const LONGEST_PARAMETER = 1_000

/** ms; twice more, as Contentful does, and sooner than there: a developer waits for it */
const WEBHOOK_WAITS = [1_000, 10_000]

/** A Contentful on this machine. Throws `DamagedStateError` where the folder cannot be used. */
export async function startLocalContentful(options: LocalContentfulOptions): Promise<LocalContentful> {
  const store = openStore(options.folder)
  try {
    const app = await localContentful(store, options)
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

async function localContentful(store: Store, options: LocalContentfulOptions): Promise<FastifyInstance> {
  const tokens = { ...LOCAL_TOKENS, ...options.tokens }
  const app = fastify({
    bodyLimit: LARGEST_REQUEST,
    forceCloseConnections: true,
    frameworkErrors: sendError, // an address that cannot be read
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  })
  registerBodyParsers(app)
  app.setErrorHandler(sendError)
  rejectForeignHosts(app)
  const trouble = createActiveFaults({ ...DEFAULT_SPACE_LIMITS, ...options.limits })
  await app.register(faultRoutes, { trouble, token: tokens.management })
  await app.register(editorRoutes, { token: tokens.management })
  await app.register(async (apis) => contentfulApis(apis, { ...options, store, tokens, trouble }))
  return app
}

interface Parts {
  readonly store: Store
  readonly tokens: AccessTokens
  readonly trouble: ActiveFaults
  readonly webhookRetryDelaysMs?: readonly number[]
  readonly pictureCacheFolder?: string
}

/** All that Contentful has too; the switches stand beside it. */
async function contentfulApis(apis: FastifyInstance, parts: Parts) {
  const {
    store,
    tokens,
    trouble,
    webhookRetryDelaysMs = WEBHOOK_WAITS,
    pictureCacheFolder = store.derivedPicturesFolder,
  } = parts
  apis.setNotFoundHandler(sendNotFound)
  await registerCors(apis)
  limitResponseSize(apis)
  registerRateLimit(apis, trouble.limits)
  injectFaults(apis, trouble)
  const { dispatch, callLog, close } = createWebhookDispatcher(store, webhookRetryDelaysMs)
  apis.addHook('onClose', close)
  await apis.register(managementApi, { store, tokens, announce: dispatch, calls: callLog, limits: trouble.limits })
  await apis.register(deliveryApi, { prefix: '/cdn', store, token: tokens.delivery, preview: false })
  await apis.register(deliveryApi, { prefix: '/preview', store, token: tokens.preview, preview: true })
  await apis.register(graphqlApi, { store, tokens, breaksLinks: trouble.createLinkBreaker })
  await apis.register(imagesApi, { store, cacheFolder: pictureCacheFolder })
}
