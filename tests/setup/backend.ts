import { join } from 'node:path'
import type { LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { type AppOptions, createApp } from '#server/app.ts'
import { parseServerConfig, type ServerConfig } from '#server/config/server-config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { type ErrorResponse, errorResponseSchema } from '#shared/contact-contract.ts'
import { createVisitor, SITE_ORIGIN } from './messages.ts'

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

/** Creates the application without pages on the database, and a visitor without a session. */
export function createTestBackend(
  db: Database,
  env: Readonly<Record<string, string>> = {},
  { onEmailQueued, limits, sessionLifetimeMs, ...options }: TestBackendOptions = {},
) {
  const config = { ...createTestConfig(env, limits), ...(sessionLifetimeMs && { sessionLifetimeMs }) }
  const { trustedProxies, logLevel } = config
  const { metrics } = options.monitoring ?? {}
  const api = { db, config, metrics, onEmailQueued }
  const app = createApp({ api, trustedProxies, logLevel, ...options })
  return { db, app, visitor: createVisitor(app) }
}

/** Opens an SQLite database in a folder of the running test. `onEnd` is `afterAll` outside of a test. */
export async function createTestDatabase(onEnd: (close: () => Promise<void>) => void = onTestFinished) {
  const file = join(await createTestFolder(onEnd), 'backend.sqlite')
  const db = await openDatabase({ file })
  onEnd(() => db.destroy())
  return { db, file }
}

/** Deletes all rows. */
export async function emptyTables(db: Database): Promise<void> {
  const related = ['outbox', 'message'] as const // in the order of their foreign keys
  const others = ['rate', 'used_captcha', 'session', 'publish_time'] as const
  for (const table of [...related, ...others]) await db.deleteFrom(table).execute()
}

/** Collects the log lines of a server. */
export function createTestLog() {
  const lines: string[] = []
  return {
    lines,
    logStream: { write: (line: string) => void lines.push(line) },
    readEntries: () => lines.map((line) => JSON.parse(line)),
  }
}

/** What a visitor is told, by the code of the error. */
const MESSAGES: Readonly<Record<string, unknown>> = {
  malformed_request: 'The request is not valid HTTP.',
  malformed_body: 'The request body must be a JSON object in UTF-8.',
  missing_header: expect.stringMatching(
    /^The header (ClientId|EnvironmentId|Idempotency-Key) is missing or invalid\.$/,
  ),
  wrong_client: 'The client ID is unknown.',
  wrong_environment: 'The environment is unknown.',
  no_session: 'Your session has ended. Please try again.',
  foreign_origin: 'Requests from this page are not accepted.',
  forged_token: 'The request could not be matched with your session. Please try again.',
  captcha_refused: 'The captcha check failed. Please try again.',
  not_found: 'This path does not exist.',
  wrong_method: 'This path does not support the method.',
  key_reused: 'This form was already sent with different content.',
  body_too_large: 'The request is too large.',
  encoded_body: 'The request body must not be compressed.',
  not_json: 'The request body must be application/json.',
  invalid_fields: 'Some fields are invalid.',
  unknown_fields: 'The request contains unknown fields.',
  rate_limited: expect.stringMatching(/^That was too often\. Please wait .+ and try again\.$/),
  failed: 'Something went wrong on the server. Please try again.',
  captcha_unavailable: 'The captcha check is not available right now. Please try again.',
  unavailable: 'The server is not available right now. Please try again.',
}

/** Asserts status, code and message of an error response and the rules of all error responses. Returns the body. */
export function expectProblem(
  response: LightMyRequestResponse,
  status: number,
  code: string,
  message?: string,
): ErrorResponse {
  const body = errorResponseSchema.parse(response.json())
  const given = { status: response.statusCode, code: body.code, message: body.message }
  expect(given, message).toEqual({ status, code, message: MESSAGES[code] })
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  return body
}

export async function expectNoStoredMessages(db: Database): Promise<void> {
  expect(await db.selectFrom('message').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
}
