import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { type FastifyInstance, fastify } from 'fastify'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { type BackendConfig, ConfigError } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'
import { type ConnectionLimits, limitConcurrentRequests, limitConnections } from '#server/http/connection-limits.ts'
import { createLogController, createLogOptions, type LogStream } from '#server/logging/log-options.ts'
import { createApiHealthChecks } from '#server/monitoring/api-health-checks.ts'
import { addHealthRoutes } from '#server/monitoring/health-routes.ts'
import { createMonitoring, type Monitoring } from '#server/monitoring/monitoring.ts'
import { observeRequests } from '#server/monitoring/observe-requests.ts'
import { STRICT_TRANSPORT_SECURITY } from '#server/web/security-headers.ts'
import { registerContactRoutes } from './contact/contact-routes.ts'
import { MAX_BODY_BYTES } from './contract.ts'
import { registerGuestSessionRoutes } from './guest-session/guest-session-routes.ts'
import { localCaptchaScript } from './guest-session/local-captcha.ts'
import { acceptLoopbackSessionCookie } from './guest-session/session-cookies.ts'
import { createCorsOptions, createOriginCheck } from './http/allowed-origins.ts'
import {
  API_CONNECTION_LIMITS,
  API_RESPONSE_HEADERS,
  handleClientError,
  handleFrameworkError,
  serverTimeouts,
} from './http/error-handlers.ts'
import { HttpError, sendErrorResponse } from './http/http-error.ts'
import { registerJsonBodyParser, rejectEncodedBody } from './http/json-body.ts'
import { requireClientHeaders } from './http/request-validation.ts'
import { rejectUnknownRoutes } from './http/unknown-routes.ts'

export interface ApiServerOptions {
  readonly db: Database
  readonly config: BackendConfig
  /** A mail was put into the outbox. */
  readonly onEmailQueued?: () => void
  /** Standard output, unless told. */
  readonly logStream?: LogStream
  /** Without it health has no details and nothing is measured. */
  readonly monitoring?: Monitoring
  /** Where they differ from the defaults. */
  readonly connectionLimits?: Partial<ConnectionLimits>
}

/** The contact backend before it listens; its addresses are those of the contract without `/api`. Throws `ConfigError`. */
export function createApiServer(options: ApiServerOptions): FastifyInstance {
  const { db, config, onEmailQueued = () => {}, logStream, connectionLimits } = options
  const { monitoring = createMonitoring(parseMonitoringConfig({})) } = options
  if (config.isProduction && !config.captcha)
    throw new ConfigError('CAPTCHA_SECRET: is missing; production does not run without a captcha’s provider')
  const app = fastify({
    ...serverTimeouts,
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: [...config.trustedProxies],
    logger: createLogOptions(config.logLevel, logStream),
    logController: createLogController(),
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => {
      observe(request, reply)
      handleFrameworkError(error, request, reply)
    },
    clientErrorHandler: handleClientError,
  })
  const observe = observeRequests(app, { name: 'api', metrics: monitoring.metrics })
  const { trustedProxies } = config
  const limits = { ...API_CONNECTION_LIMITS, ...connectionLimits }
  limitConnections(app, limits, trustedProxies)
  app.setErrorHandler(sendErrorResponse)
  rejectUnknownRoutes(app)
  registerJsonBodyParser(app)
  const isHttps = config.origins.length > 0 && config.origins.every((origin) => origin.startsWith('https:'))
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ ...API_RESPONSE_HEADERS, ...(isHttps && STRICT_TRANSPORT_SECURITY) }) // pages with https call nothing without it
  })
  limitConcurrentRequests(app, {
    max: limits.maxConnectionsPerAddress,
    trustedProxies,
    refuse: () => {
      throw new HttpError('rate_limited')
    },
  })
  app.addHook('onRequest', createOriginCheck(config.origins))
  app.register(cors, createCorsOptions(config.origins))
  app.addHook('onRequest', rejectEncodedBody)
  app.register(cookie)
  app.register(openRoutes)
  app.register(async (ours) => {
    ours.addHook('onRequest', requireClientHeaders)
    if (!config.isProduction) ours.addHook('onRequest', acceptLoopbackSessionCookie)
    await registerGuestSessionRoutes(ours, { db, config })
    await registerContactRoutes(ours, { db, config, onEmailQueued: onEmailQueued, metrics: monitoring.metrics })
  })
  return app

  /** Those that anything may ask for, without the headers of our client. */
  async function openRoutes(open: FastifyInstance) {
    addHealthRoutes(open, {
      name: 'api',
      monitoring,
      checks: createApiHealthChecks({ db, folder: config.dataFolder, monitoring }),
    })
    if (config.captcha) return
    open.get('/captcha.js', async (_, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin') // the site's pages load it, whatever host they have
      return reply.type('text/javascript; charset=utf-8').send(localCaptchaScript)
    })
  }
}
