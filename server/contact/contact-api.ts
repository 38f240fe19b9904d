import cors from '@fastify/cors'
import type { FastifyPluginAsync } from 'fastify'
import { ConfigError } from '#server/config/environment.ts'
import type { ServerConfig } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'
import type { Metrics } from '#server/health/metrics.ts'
import { STRICT_TRANSPORT_SECURITY } from '#server/site/security-headers.ts'
import { registerContactRoutes } from './contact-routes.ts'
import { MAX_BODY_BYTES } from './contract.ts'
import { localCaptchaScript } from './guest-session/captcha-verifier.ts'
import { registerGuestSessionRoutes } from './guest-session/guest-session-routes.ts'
import { acceptLoopbackSessionCookie } from './guest-session/session-auth.ts'
import { API_RESPONSE_HEADERS, rejectUnknownRoutes } from './http/error-handlers.ts'
import { mapDatabaseErrors, sendErrorResponse } from './http/http-error.ts'
import {
  createCorsOptions,
  createOriginCheck,
  registerJsonBodyParser,
  rejectEncodedBody,
  requireClientHeaders,
} from './http/request-validation.ts'

/** Path of the API on the site's server. */
export const API_PREFIX = '/api'

/** Whether a path with query is one of the API. */
export const isApiPath = (url: string): boolean => /^\/api(?![^/?#])/.test(url)

/** ms until a handler gets 503, for example while the database does not respond. */
const HANDLER_TIMEOUT_MS = 25_000

export interface ContactApiOptions {
  readonly db: Database
  readonly config: ServerConfig
  /** Rejects while the database cannot be used; by default it can. */
  readonly whenReady?: () => Promise<void>
  /** Called when an email was added to the outbox. */
  readonly onEmailQueued?: (() => void) | undefined
  readonly metrics?: Metrics | undefined
}

/**
 * The contact API as a Fastify plugin, for a server with the plugin @fastify/cookie. Its headers, checks and error responses
 * apply to all paths below its prefix and to no others. Throws `ConfigError` in production without a captcha provider.
 */
export function contactApi(options: ContactApiOptions): FastifyPluginAsync {
  const { db, config, whenReady, onEmailQueued = () => {}, metrics } = options
  if (config.isProduction && !config.captcha)
    throw new ConfigError('CAPTCHA_SECRET: is missing; production requires a captcha provider')
  const isHttps = config.origins.length > 0 && config.origins.every((origin) => origin.startsWith('https:'))
  const headers = { ...API_RESPONSE_HEADERS, ...(isHttps && STRICT_TRANSPORT_SECURITY) } // pages with https only call https

  return async (api) => {
    api.addHook('onRoute', (route) => {
      route.bodyLimit = MAX_BODY_BYTES
      route.handlerTimeout = HANDLER_TIMEOUT_MS
    })
    api.setErrorHandler(sendErrorResponse)
    registerJsonBodyParser(api)
    api.addHook('onRequest', async (_, reply) => {
      reply.headers(headers)
    })
    api.addHook('onRequest', createOriginCheck(config.origins))
    await api.register(cors, createCorsOptions(config.origins))
    api.addHook('onRequest', rejectEncodedBody)
    rejectUnknownRoutes(api)
    if (!config.captcha) {
      api.get('/captcha.js', async (_, reply) => {
        reply.header('cross-origin-resource-policy', 'cross-origin') // pages of the site may have another host
        return reply.type('text/javascript; charset=utf-8').send(localCaptchaScript)
      })
    }
    await api.register(async (clientRoutes) => {
      clientRoutes.addHook('onRequest', requireClientHeaders)
      if (whenReady) clientRoutes.addHook('onRequest', () => mapDatabaseErrors(whenReady))
      if (!config.isProduction) clientRoutes.addHook('onRequest', acceptLoopbackSessionCookie)
      registerGuestSessionRoutes(clientRoutes, { db, config })
      registerContactRoutes(clientRoutes, { db, config, onEmailQueued, metrics })
    })
  }
}
