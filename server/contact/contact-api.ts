import { isUtf8 } from 'node:buffer'
import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { ConfigError } from '#server/config/environment.ts'
import { API_RESPONSE_HEADERS, FRAME_HEADER, STRICT_TRANSPORT_SECURITY } from '#server/http/security-policies.ts'
import { CLIENT_ID } from '#shared/constants.ts'
import { apiHeaders, environmentIds, MAX_BODY_BYTES } from '#shared/contact-contract.ts'
import { type ContactOptions, registerContactRoutes } from './contact-routes.ts'
import { localCaptchaScript } from './guest-session/captcha-verifier.ts'
import { acceptLoopbackSessionCookie, registerGuestSessionRoutes } from './guest-session/guest-session.ts'
import { rejectUnknownRoutes } from './http/error-handlers.ts'
import { createMissingHeaderError, HttpError, sendErrorResponse } from './http/http-error.ts'

/** Path of the API on the site's server. */
export const API_PREFIX = '/api'

/** Whether a path with query is one of the API. */
export const isApiPath = (url: string): boolean => /^\/api(?![^/?#])/.test(url)

/** ms until a handler gets 503, for example while the database does not respond. */
const HANDLER_TIMEOUT_MS = 25_000

export interface ContactApiOptions extends ContactOptions {
  /** Rejects while the database cannot be used; by default it can. */
  readonly whenReady?: () => Promise<void>
}

/**
 * The contact API as a Fastify plugin, for a server with the plugin @fastify/cookie. Its headers, checks and error responses
 * apply to all paths below its prefix and to no others. Throws `ConfigError` in production without a captcha provider.
 */
export function contactApi(options: ContactApiOptions): FastifyPluginAsync {
  const { db, config, whenReady } = options
  if (config.isProduction && !config.captcha)
    throw new ConfigError('CAPTCHA_SECRET: is missing; production requires a captcha provider')
  const isHttps = config.origins.length > 0 && config.origins.every((origin) => origin.startsWith('https:'))
  const headers = { ...FRAME_HEADER, ...API_RESPONSE_HEADERS, ...(isHttps && STRICT_TRANSPORT_SECURITY) } // pages with https only call https

  return async (api) => {
    api.addHook('onRoute', (route) => {
      route.bodyLimit = MAX_BODY_BYTES
      route.handlerTimeout = HANDLER_TIMEOUT_MS
    })
    api.setErrorHandler(sendErrorResponse)
    registerJsonBodyParser(api)
    api.setValidatorCompiler<z.ZodMiniType>(
      ({ schema }) =>
        (body) =>
          validateBody(schema, body),
    )
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
      if (whenReady) clientRoutes.addHook('onRequest', whenReady)
      if (!config.isProduction) clientRoutes.addHook('onRequest', acceptLoopbackSessionCookie)
      registerGuestSessionRoutes(clientRoutes, { db, config })
      registerContactRoutes(clientRoutes, options)
    })
  }
}

/**
 * `onRequest` hook: allows requests from pages of these origins only. Throws `HttpError` 403. Browsers send the
 * `origin` header with every POST and every cross-origin request, so a POST without it does not come from a page. A GET
 * without it is allowed: it changes nothing and returns no personal data.
 */
function createOriginCheck(origins: readonly string[]) {
  return async ({ method, headers: { origin } }: FastifyRequest): Promise<void> => {
    const isAllowed = origin === undefined ? method !== 'POST' : origins.includes(origin)
    if (!isAllowed) throw new HttpError('foreign_origin')
  }
}

/**
 * Options of @fastify/cors, for pages on a static host, which have another origin. Others need no CORS.
 */
const createCorsOptions = (origins: readonly string[]): FastifyCorsOptions => ({
  origin: [...origins],
  credentials: true,
  methods: ['GET', 'POST'],
  allowedHeaders: ['Content-Type', ...Object.values(apiHeaders)],
  exposedHeaders: ['Retry-After'],
  maxAge: 600,
  strictPreflight: false,
})

/** `onRequest` hook: checks the client id and environment headers (requirements §7). Throws `HttpError` 400. */
async function requireClientHeaders(request: FastifyRequest): Promise<void> {
  if (requireHeader(request, apiHeaders.client) !== String(CLIENT_ID)) throw new HttpError('wrong_client')
  const environment = requireHeader(request, apiHeaders.environment)
  if (!environmentIds.some((id) => id === environment)) throw new HttpError('wrong_environment')
}

function requireHeader({ headers }: FastifyRequest, name: string): string {
  const value = headers[name.toLowerCase()]
  if (typeof value !== 'string' || value === '') throw createMissingHeaderError(name)
  return value
}

/** Accepts only JSON in UTF-8 as a request body. Invalid UTF-8 is rejected: Fastify would replace it by U+FFFD. */
function registerJsonBodyParser(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (OTHER_CHARSET.test(request.headers['content-type'] ?? '')) return done(new HttpError('not_json'))
    if (!isUtf8(bytes)) return done(new HttpError('malformed_body'))
    parseJson(request, bytes.toString(), done)
  })
}

/** `onRequest` hook: rejects compressed bodies with 415 before they are read. 32 KiB can decompress to 32 MiB. */
async function rejectEncodedBody({ headers }: FastifyRequest): Promise<void> {
  if (headers['content-encoding'] !== undefined) throw new HttpError('encoded_body')
}

/** Validates bodies with the schemas of the contract. Errors are `HttpError` 400 or 422, with one message per invalid field. */
function validateBody(schema: z.ZodMiniType, body: unknown): { value: unknown } | { error: HttpError } {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { error: new HttpError('malformed_body') }
  const { success, data, error } = schema.safeParse(body)
  if (success) return { value: data }
  if (error.issues.some(({ code }) => code === 'unrecognized_keys')) return { error: new HttpError('unknown_fields') }
  const messages = error.issues.map(({ path, message }) => [String(path[0]), message] as const)
  const fields = Object.fromEntries(messages.toReversed()) // of several messages of a field, the first one
  return { error: new HttpError('invalid_fields', { fields }) }
}

const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(?:;|$))/i
