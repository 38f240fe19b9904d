import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import { type FastifyInstance, fastify } from 'fastify'
import { ConfigError } from '#server/config/environment.ts'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import type { BackendConfig } from '#server/config.ts'
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
import { localCaptchaScript } from './guest-session/captcha-verifier.ts'
import { registerGuestSessionRoutes } from './guest-session/guest-session-routes.ts'
import { acceptLoopbackSessionCookie } from './guest-session/session-auth.ts'
import {
  API_RESPONSE_HEADERS,
  handleClientError,
  handleFrameworkError,
  rejectUnknownRoutes,
} from './http/error-handlers.ts'
import { HttpError, sendErrorResponse } from './http/http-error.ts'
import {
  createCorsOptions,
  createOriginCheck,
  registerJsonBodyParser,
  rejectEncodedBody,
  requireClientHeaders,
} from './http/request-validation.ts'

/** A body of 32 KiB arrives within this time at 20 kbit/s. */
const REQUEST_TIMEOUT_MS = 15_000

/** Fastify options that limit how long a request may take (ms), so that slow clients cannot keep connections open. */
const SERVER_TIMEOUTS = {
  requestTimeout: REQUEST_TIMEOUT_MS,
  /** For the handler, for example while the database does not respond. */
  handlerTimeout: 25_000,
  http: { headersTimeout: 10_000, requestTimeout: REQUEST_TIMEOUT_MS, connectionsCheckingInterval: 1_000 },
}

/** Connection limits of the API server. Responses are short, so 60 s are enough for any client. */
const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 5_000,
  maxConnectionsPerAddress: 200,
  inactivityTimeoutMs: 60_000,
  responseTimeoutMs: 60_000,
}

export interface ApiServerOptions {
  readonly db: Database
  readonly config: BackendConfig
  /** Called when an email was added to the outbox. */
  readonly onEmailQueued?: () => void
  /** Standard output by default. */
  readonly logStream?: LogStream
  /** Without it /health has no details and there are no metrics. */
  readonly monitoring?: Monitoring
  /** Overrides the defaults. */
  readonly connectionLimits?: Partial<ConnectionLimits>
}

/**
 * Creates the HTTP server of the contact API, which does not listen yet. Its paths have no `/api` prefix: the web
 * server's proxy removes it. Throws `ConfigError` in production without a captcha provider.
 */
export function createApiServer(options: ApiServerOptions): FastifyInstance {
  const { db, config, onEmailQueued = () => {}, logStream, connectionLimits } = options
  const { monitoring = createMonitoring(parseMonitoringConfig({})) } = options
  if (config.isProduction && !config.captcha)
    throw new ConfigError('CAPTCHA_SECRET: is missing; production requires a captcha provider')
  const app = fastify({
    ...SERVER_TIMEOUTS,
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
  const limits = { ...CONNECTION_LIMITS, ...connectionLimits }
  limitConnections(app, limits, trustedProxies)
  app.setErrorHandler(sendErrorResponse)
  rejectUnknownRoutes(app)
  registerJsonBodyParser(app)
  const isHttps = config.origins.length > 0 && config.origins.every((origin) => origin.startsWith('https:'))
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ ...API_RESPONSE_HEADERS, ...(isHttps && STRICT_TRANSPORT_SECURITY) }) // pages with https only call https
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
  app.register(registerPublicRoutes)
  app.register(async (clientRoutes) => {
    clientRoutes.addHook('onRequest', requireClientHeaders)
    if (!config.isProduction) clientRoutes.addHook('onRequest', acceptLoopbackSessionCookie)
    await registerGuestSessionRoutes(clientRoutes, { db, config })
    await registerContactRoutes(clientRoutes, { db, config, onEmailQueued, metrics: monitoring.metrics })
  })
  return app

  /** Routes that need no client headers. */
  async function registerPublicRoutes(routes: FastifyInstance) {
    addHealthRoutes(routes, {
      name: 'api',
      monitoring,
      checks: createApiHealthChecks({ db, folder: config.dataFolder, monitoring }),
    })
    if (config.captcha) return
    routes.get('/captcha.js', async (_, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin') // pages of the site may have another host
      return reply.type('text/javascript; charset=utf-8').send(localCaptchaScript)
    })
  }
}
