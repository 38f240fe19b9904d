import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { type AppOptions, createApp } from '#server/app.ts'
import { parseServerConfig, type ServerConfig } from '#server/config.ts'
import { API_PREFIX } from '#server/contact/contact-api.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { ANTI_FORGERY_COOKIE, CAPTCHA_ACTION, CLIENT_ID } from '#shared/constants.ts'
import { apiHeaders, type ErrorResponse, errorResponseSchema } from '#shared/contact-contract.ts'
import { createMessage } from './test-messages.ts'

/** The page's origin. */
export const SITE_ORIGIN = 'http://127.0.0.1:3000'

/** All variables that production requires. */
export const PRODUCTION_ENV = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtps://user:password@mail.example',
  MAIL_FROM: 'website@blackland.example',
  MAIL_TO: 'office@blackland.example',
  CAPTCHA_SECRET: 'secret-of-the-tests',
  SITE_ORIGINS: SITE_ORIGIN,
} as const

/** Numbers by the name of the rate limit. */
type LimitOverrides = Readonly<Record<string, number>>

/** Creates a configuration from variables, by default without log lines and with very high rate limits. */
export function createTestConfig(
  env: Readonly<Record<string, string>> = {},
  limits: LimitOverrides = {},
): ServerConfig {
  const config = parseServerConfig({ LOG_LEVEL: 'silent', ...env })
  return { ...config, rateLimits: config.rateLimits.map((rule) => ({ ...rule, max: limits[rule.name] ?? 1_000_000 })) }
}

interface TestBackendOptions extends Partial<AppOptions> {
  readonly onEmailQueued?: () => void
  readonly limits?: LimitOverrides
  readonly sessionLifetimeMs?: number
}

interface TestBackend {
  readonly db: Database
  readonly app: FastifyInstance
  readonly visitor: Visitor
}

/** Creates the application without pages on the database, and a visitor without a session. */
export function createTestBackend(
  db: Database,
  env: Readonly<Record<string, string>> = {},
  { onEmailQueued, limits, sessionLifetimeMs, ...options }: TestBackendOptions = {},
): TestBackend {
  const config = { ...createTestConfig(env, limits), ...(sessionLifetimeMs && { sessionLifetimeMs }) }
  const { trustedProxies, logLevel } = config
  const { metrics } = options.monitoring ?? {}
  const api = { db, config, metrics, onEmailQueued }
  const app = createApp({ api, trustedProxies, logLevel, ...options })
  return { db, app, visitor: createVisitor(app) }
}

/** Creates a token as the script of the local captcha does. `claims` replace the defaults. */
export function createCaptchaToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const defaultClaims = { action: CAPTCHA_ACTION, hostname: '127.0.0.1', time: Date.now() }
  const random = randomBytes(16).toString('hex')
  return Buffer.from(JSON.stringify({ ...defaultClaims, random, ...claims })).toString('base64')
}

interface VisitorRequest {
  readonly method?: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'DELETE' | 'OPTIONS'
  /** Below /api. */
  readonly url: string
  /** Text and bytes are sent unchanged, other values as JSON. */
  readonly body?: unknown
  /** `undefined` removes a header that a browser sends. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  /** The remote address of the request. */
  readonly from?: string
}

type RequestOptions = Partial<Omit<VisitorRequest, 'url'>>

interface SendOptions extends RequestOptions {
  /** The idempotency key; default: a new one. */
  readonly key?: string
}

/** A client that sends requests like a browser with the site's script. */
export interface Visitor {
  /** The cookie jar; tests may change it. */
  readonly cookies: Map<string, string>
  request(request: VisitorRequest): Promise<LightMyRequestResponse>
  /** Requests a session. */
  login(options?: RequestOptions): Promise<LightMyRequestResponse>
  validate(options?: RequestOptions): Promise<LightMyRequestResponse>
  send(options?: SendOptions): Promise<LightMyRequestResponse>
}

/** Creates a visitor that sends the headers of browsers and of the site's script, and stores cookies. */
export function createVisitor(app: FastifyInstance): Visitor {
  const cookies = new Map<string, string>()

  async function request({
    method = 'GET',
    url,
    body,
    headers = {},
    from,
  }: VisitorRequest): Promise<LightMyRequestResponse> {
    const options: InjectOptions = {
      method,
      url: API_PREFIX + url,
      headers: omitUndefined({ ...createDefaultHeaders(method, cookies, body), ...headers }),
    }
    if (body !== undefined) options.payload = isRaw(body) ? body : JSON.stringify(body)
    if (from) options.remoteAddress = from
    const response = await app.inject(options)
    for (const { name, value } of response.cookies) cookies.set(name, value)
    return response
  }

  return {
    cookies,
    request,
    login: (options) =>
      request({ method: 'POST', url: '/auth/guest', body: { token: createCaptchaToken() }, ...options }),
    validate: (options) => request({ url: '/auth/validate', ...options }),
    send: ({ key = randomUUID(), headers, ...options } = {}) =>
      request({
        method: 'POST',
        url: '/contact',
        body: createMessage(),
        ...options,
        headers: { [apiHeaders.idempotency]: key, ...headers },
      }),
  }
}

/** Creates a visitor and logs it in. */
export async function createLoggedInVisitor(app: FastifyInstance, from?: string): Promise<Visitor> {
  const visitor = createVisitor(app)
  const { statusCode } = await visitor.login(from ? { from } : {})
  expect(statusCode).toBe(200)
  return visitor
}

/** Asserts status and code of an error response and the rules of all error responses. Returns the body. */
export function expectProblem(
  response: LightMyRequestResponse,
  status: number,
  code: string,
  message?: string,
): ErrorResponse {
  const body = errorResponseSchema.parse(response.json())
  expect({ status: response.statusCode, code: body.code }, message).toEqual({ status, code })
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  expect(body.message).toMatch(/\w/)
  return body
}

export async function expectNoStoredMessages(db: Database): Promise<void> {
  expect(await db.selectFrom('message').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
}

const omitUndefined = (headers: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const isRaw = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)

function createDefaultHeaders(method: string, cookies: ReadonlyMap<string, string>, body: unknown) {
  const cookieHeader = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    [apiHeaders.client]: String(CLIENT_ID),
    [apiHeaders.environment]: 'production',
    [apiHeaders.antiForgery]: cookies.get(ANTI_FORGERY_COOKIE),
    origin: method === 'POST' ? SITE_ORIGIN : undefined,
    cookie: cookieHeader || undefined,
    'content-type': body === undefined ? undefined : 'application/json',
  }
}

/** Creates an SQLite database in a temporary folder, which `remove` deletes. */
export async function createTemporaryDatabase(): Promise<{ db: Database; file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'backend-'))
  const file = join(folder, 'backend.sqlite')
  const db = await openDatabase({ file })
  return {
    db,
    file,
    remove: async () => {
      await db.destroy()
      await rm(folder, { recursive: true })
    },
  }
}
