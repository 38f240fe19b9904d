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
import { ALWAYS, answerClientError, answerFrameworkError, CONNECTION_LIMITS, patience } from './http/client-errors.ts'
import { type ConnectionLimits, limitConnections, limitRequestsPerVisitor } from './http/connection-limits.ts'
import { acceptLoopbackSession } from './http/cookies.ts'
import { parseJsonBodies, refuseEncodedBody } from './http/json-body.ts'
import { type LogLines, logOptions, quietLog } from './http/log.ts'
import { corsOptions, refuseForeignOrigins } from './http/origin.ts'
import { answerError, Refusal } from './http/problems.ts'
import { requireClient } from './http/required-headers.ts'
import { refuseUnknownAddresses } from './http/unknown-address.ts'
import { apiChecks } from './monitoring/api-checks.ts'
import { addHealthRoutes } from './monitoring/health-routes.ts'
import { createMonitoring, type Monitoring } from './monitoring/monitoring.ts'
import { monitoringConfig } from './monitoring/monitoring-config.ts'
import { observeRequests } from './monitoring/observe-requests.ts'
import { STRICT_TRANSPORT } from './web/security-headers.ts'

export interface BackendAppOptions {
  readonly db: Database
  readonly config: BackendConfig
  /** A mail was put into the outbox. */
  readonly onMessage?: () => void
  /** Standard output, unless told. */
  readonly logLines?: LogLines
  /** Without it health has no details and nothing is measured. */
  readonly monitoring?: Monitoring
  /** Where they differ from the defaults. */
  readonly connectionLimits?: Partial<ConnectionLimits>
}

/** The contact backend before it listens; its addresses are those of the contract without `/api`. Throws `ConfigError`. */
export function backendApp(options: BackendAppOptions): FastifyInstance {
  const { db, config, onMessage = () => {}, logLines, connectionLimits } = options
  const { monitoring = createMonitoring(monitoringConfig({})) } = options
  if (config.isProduction && !config.captcha)
    throw new ConfigError('CAPTCHA_SECRET: is missing; production does not run without a captcha’s provider')
  const app = fastify({
    ...patience,
    bodyLimit: largestBody,
    trustProxy: [...config.trustedProxies],
    logger: logOptions(config.logLevel, logLines),
    logController: quietLog(),
    genReqId: () => randomUUID(),
    frameworkErrors: (error, request, reply) => {
      observe(request, reply)
      answerFrameworkError(error, request, reply)
    },
    clientErrorHandler: answerClientError,
  })
  const observe = observeRequests(app, { name: 'api', metrics: monitoring.metrics })
  const { trustedProxies } = config
  const limits = { ...CONNECTION_LIMITS, ...connectionLimits }
  limitConnections(app, limits, trustedProxies)
  app.setErrorHandler(answerError)
  refuseUnknownAddresses(app)
  parseJsonBodies(app)
  const isHttps = config.origins.length > 0 && config.origins.every((origin) => origin.startsWith('https:'))
  app.addHook('onRequest', async (_, reply) => {
    reply.headers({ ...ALWAYS, ...(isHttps && STRICT_TRANSPORT) }) // pages with https call nothing without it
  })
  limitRequestsPerVisitor(app, {
    max: limits.maxConnectionsPerAddress,
    trustedProxies,
    refuse: () => {
      throw new Refusal('rate_limited')
    },
  })
  app.addHook('onRequest', refuseForeignOrigins(config.origins))
  app.register(cors, corsOptions(config.origins))
  app.addHook('onRequest', refuseEncodedBody)
  app.register(cookie)
  app.register(openRoutes)
  app.register(async (ours) => {
    ours.addHook('onRequest', requireClient)
    if (!config.isProduction) ours.addHook('onRequest', acceptLoopbackSession)
    await guestRoutes(ours, { db, config })
    await contactRoutes(ours, { db, config, onMessage, metrics: monitoring.metrics })
  })
  return app

  /** Those that anything may ask for, without the headers of our client. */
  async function openRoutes(open: FastifyInstance) {
    addHealthRoutes(open, { name: 'api', monitoring, checks: apiChecks({ db, folder: config.folder, monitoring }) })
    if (config.captcha) return
    open.get('/captcha.js', async (_, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin') // the site's pages load it, whatever host they have
      return reply.type('text/javascript; charset=utf-8').send(localCaptchaScript)
    })
  }
}
