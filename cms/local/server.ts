import fastifyCors from '@fastify/cors'
import fastify, { type FastifyInstance } from 'fastify'
import { graphqlApi } from './graphql/graphql-api.ts'
import { imagesApi } from './images/images-api.ts'
import { managementApi } from './management/management-api.ts'
import { answerError, answerUnknown, parseBodies } from './protocol.ts'
import { openStore, type Store } from './store/store.ts'
import { LOCAL_TOKENS, type Tokens } from './tokens.ts'

export interface LocalContentfulOptions {
  /** 0: any free one */
  readonly port: number
  /** Where the state lies; it is made where it is not there. */
  readonly folder: string
  readonly tokens?: Partial<Tokens>
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

/** No limit is enforced, but clients that pace themselves read it from every answer. */
const REQUESTS_A_SECOND = '1000'

/** A Contentful on this machine. Throws `DamagedStateError` where the folder cannot be used. */
export async function startLocalContentful(options: LocalContentfulOptions): Promise<LocalContentful> {
  const store = openStore(options.folder)
  try {
    const app = await localContentful(store, { ...LOCAL_TOKENS, ...options.tokens })
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

async function localContentful(store: Store, tokens: Tokens): Promise<FastifyInstance> {
  const app = fastify({
    bodyLimit: LARGEST_REQUEST,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  })
  parseBodies(app)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnknown)
  app.addHook('onRequest', async (_, reply) => {
    reply.header('x-contentful-ratelimit-second-limit', REQUESTS_A_SECOND)
  })
  await app.register(fastifyCors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    exposedHeaders: ['x-contentful-graphql-query-cost', 'x-contentful-ratelimit-second-limit'],
    maxAge: 3_600,
  })
  await app.register(managementApi, { store, token: tokens.management })
  await app.register(graphqlApi, { store, tokens })
  await app.register(imagesApi, { store })
  return app
}
