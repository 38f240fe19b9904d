import fastify, { type FastifyInstance } from 'fastify'
import { deliveryApi } from './delivery/delivery-api.ts'
import { editorPages } from './editor/editor-pages.ts'
import { graphqlApi } from './graphql/graphql-api.ts'
import { imagesApi } from './images/images-api.ts'
import { type Limits, LOCAL_LIMITS } from './limits.ts'
import { managementApi } from './management/management-api.ts'
import { answerOtherOrigins, refuseOtherNames } from './other-origins.ts'
import { answerError, answerUnknown, limitAnswers, parseBodies } from './protocol.ts'
import { rateLimit } from './rate/rate-limit.ts'
import { openStore, type Store } from './store/store.ts'
import { LOCAL_TOKENS, type Tokens } from './tokens.ts'
import { controlApi } from './trouble/control-api.ts'
import { type RunningTrouble, runningTrouble } from './trouble/running-trouble.ts'
import { troubledAnswers } from './trouble/troubled-answers.ts'
import { webhooks } from './webhooks/webhooks.ts'

export interface LocalContentfulOptions {
  /** 0: any free one */
  readonly port: number
  /** Where the state lies; it is made where it is not there. */
  readonly folder: string
  /** Where derived pictures are cached; several servers may share it. By default it is part of `folder`. */
  readonly pictureCache?: string
  readonly tokens?: Partial<Tokens>
  readonly limits?: Partial<Limits>
  /** ms before each further attempt to call a webhook */
  readonly webhookWaits?: readonly number[]
  readonly host?: '127.0.0.1'
}

export interface LocalContentful {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** bytes, of everything but uploads (contentful.md, Limits) */
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
    frameworkErrors: answerError, // an address that cannot be read
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  })
  parseBodies(app)
  app.setErrorHandler(answerError)
  refuseOtherNames(app)
  const trouble = runningTrouble({ ...LOCAL_LIMITS, ...options.limits })
  await app.register(controlApi, { trouble, token: tokens.management })
  await app.register(editorPages, { token: tokens.management })
  await app.register(async (apis) => contentfulApis(apis, { ...options, store, tokens, trouble }))
  return app
}

interface Parts {
  readonly store: Store
  readonly tokens: Tokens
  readonly trouble: RunningTrouble
  readonly webhookWaits?: readonly number[]
  readonly pictureCache?: string
}

/** All that Contentful has too; the switches stand beside it. */
async function contentfulApis(apis: FastifyInstance, parts: Parts) {
  const { store, tokens, trouble, webhookWaits = WEBHOOK_WAITS, pictureCache = store.derivatives } = parts
  apis.setNotFoundHandler(answerUnknown)
  await answerOtherOrigins(apis)
  limitAnswers(apis)
  rateLimit(apis, trouble.limits)
  troubledAnswers(apis, trouble)
  const { announce, calls, close } = webhooks(store, webhookWaits)
  apis.addHook('onClose', close)
  await apis.register(managementApi, { store, tokens, announce, calls, limits: trouble.limits })
  await apis.register(deliveryApi, { prefix: '/cdn', store, token: tokens.delivery, preview: false })
  await apis.register(deliveryApi, { prefix: '/preview', store, token: tokens.preview, preview: true })
  await apis.register(graphqlApi, { store, tokens, breaksLinks: trouble.breaksLinks })
  await apis.register(imagesApi, { store, cacheFolder: pictureCache })
}
