import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import * as z from 'zod'
import { apiHeaders, type ContactMessage } from '#server/api/contract.ts'
import { localCaptchaScript } from '#server/api/guest-session/captcha-verifier.ts'
import { ANTI_FORGERY_COOKIE, CAPTCHA_ACTION, CLIENT_ID } from '#shared/constants.ts'

/** A request without a 2xx response. */
export class RequestError extends Error {
  /** 0 without a response. */
  readonly status: number

  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
  }
}

/** A request that can be retried, with a new session if `needsSession` is set. */
export class RetryableError extends RequestError {
  get needsSession(): boolean {
    return this.status === 401 || this.status === 403
  }
}

export interface VisitorSession {
  readonly headers: Readonly<Record<string, string>>
}

const SITE_ORIGIN = 'http://127.0.0.1:3000'
/** Headers of all requests of the site. */
export const SITE_HEADERS = {
  [apiHeaders.client]: String(CLIENT_ID),
  [apiHeaders.environment]: 'production',
  'content-type': 'application/json',
  origin: SITE_ORIGIN,
}

export interface RequestOptions {
  /** Headers in addition to `SITE_HEADERS`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Timeout, after which a request fails with `RetryableError`. */
  readonly timeoutMs?: number
}

/** Connections to a killed process fail immediately. */
const DEFAULT_TIMEOUT_MS = 5_000

/** Logs in like a page of the site, with a token of the local captcha script. */
export async function openSession(backend: string, options: RequestOptions = {}): Promise<VisitorSession> {
  const response = await post(backend, '/auth/guest', { token: await createCaptchaToken() }, options)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1).join())
  const token = cookies.find((cookie) => cookie.startsWith(ANTI_FORGERY_COOKIE))?.slice(ANTI_FORGERY_COOKIE.length + 1)
  return { headers: { cookie: cookies.join('; '), [apiHeaders.antiForgery]: token ?? '' } }
}

const acknowledgement = z.object({ messageId: z.uuid() })

/** Sends a contact message. Returns its id. */
export async function sendMessage(
  backend: string,
  { headers }: VisitorSession,
  { key, message }: { key: string; message: ContactMessage },
  options: RequestOptions = {},
): Promise<string> {
  const allHeaders = { ...headers, [apiHeaders.idempotency]: key, ...options.headers }
  const { text } = await post(backend, '/contact', message, { ...options, headers: allHeaders })
  return acknowledgement.parse(JSON.parse(text)).messageId
}

interface PostResponse {
  readonly headers: Headers
  readonly text: string
}

/**
 * Throws `RetryableError` after a 401, 403 or 5xx response or a broken connection, also in the middle of the response,
 * and `RequestError` after other error responses.
 */
async function post(backend: string, path: string, body: unknown, options: RequestOptions): Promise<PostResponse> {
  const { headers, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const { response, text } = await fetchText(`${backend}${path}`, {
    method: 'POST',
    headers: { ...SITE_HEADERS, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error) => {
    throw new RetryableError(0, String(error))
  })
  const { status, ok } = response
  if (ok) return { headers: response.headers, text }
  throw status >= 500 || status === 401 || status === 403
    ? new RetryableError(status, text)
    : new RequestError(status, text)
}

async function fetchText(url: string, request: RequestInit) {
  const response = await fetch(url, request)
  return { response, text: await response.text() }
}

const grecaptchaSchema = z.object({ execute: z.function({ input: [z.string(), z.object({ action: z.string() })] }) })

let cachedCaptcha: z.output<typeof grecaptchaSchema> | undefined

async function createCaptchaToken(): Promise<unknown> {
  cachedCaptcha ??= loadCaptcha()
  return cachedCaptcha.execute(randomUUID(), { action: CAPTCHA_ACTION })
}

function loadCaptcha(): z.output<typeof grecaptchaSchema> {
  const window = {}
  runInNewContext(localCaptchaScript, { window, crypto, btoa, location: new URL(SITE_ORIGIN) })
  return z.object({ grecaptcha: grecaptchaSchema }).parse(window).grecaptcha
}
