import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { type FastifyInstance, fastify } from 'fastify'
import { type BackendConfig, ConfigError } from './config.ts'
import { contactRoutes } from './contact/contact-routes.ts'
import { largestBody } from './contract.ts'
import type { Database } from './database/tables.ts'
import { guestRoutes } from './guest/guest-routes.ts'
import { localCaptchaScript } from './guest/local-captcha.ts'
import { ALWAYS, answerClientError, answerFrameworkError, patience } from './http/client-errors.ts'
import { acceptLoopbackSession } from './http/cookies.ts'
import { health } from './http/health.ts'
import { parseJsonBodies, refuseEncodedBody } from './http/json-body.ts'
import { type LogLines, logAnswer, logOptions, quietLog } from './http/log.ts'
import { corsOptions, refuseForeignOrigins } from './http/origin.ts'
import { answerError } from './http/problems.ts'
import { requireClient } from './http/required-headers.ts'
import { refuseUnknownAddresses } from './http/unknown-address.ts'

export interface BackendAppOptions {
  readonly db: Database
  readonly config: BackendConfig
  /** A mail was put into the outbox. */
  readonly onMessage?: () => void
  /** Standard output, unless told. */
  readonly logLines?: LogLines
}

/** The contact backend before it listens; its addresses are those of the contract without `/api`. Throws `ConfigError`. */
export function backendApp({ db, config, onMessage = () => {}, logLines }: BackendAppOptions): FastifyInstance {
  if (config.isProduction && !config.captcha)
    throw new ConfigError('CAPTCHA_SECRET: is missing; production does not run without a captcha’s provider')
  const app = fastify({
    ...patience,
    bodyLimit: largestBody,
    trustProxy: [...config.trustedProxies],
    logger: logOptions(config.logLevel, logLines),
    logController: quietLog(),
    genReqId: () => randomUUID(),
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerClientError,
  })
  app.setErrorHandler(answerError)
  refuseUnknownAddresses(app)
  parseJsonBodies(app)
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(ALWAYS)
  })
  app.addHook('onRequest', refuseForeignOrigins(config.origins))
  app.register(cors, corsOptions(config.origins))
  app.addHook('onRequest', refuseEncodedBody)
  app.addHook('onResponse', logAnswer)
  app.register(cookie)
  app.register(openRoutes)
  app.register(async (ours) => {
    ours.addHook('onRequest', requireClient)
    if (!config.isProduction) ours.addHook('onRequest', acceptLoopbackSession)
    await guestRoutes(ours, { db, config })
    await contactRoutes(ours, { db, config, onMessage })
  })
  return app

  /** Those that anything may ask for, without the headers of our client. */
  async function openRoutes(open: FastifyInstance) {
    open.get('/health', () => health(db))
    if (config.captcha) return
    open.get('/captcha.js', async (_, reply) => reply.type('text/javascript; charset=utf-8').send(localCaptchaScript))
  }
}
