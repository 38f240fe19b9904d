import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import * as z from 'zod'
import { apiHeaders, type ContactMessage } from '#server/api/contract.ts'
import { localCaptchaScript } from '#server/api/guest-session/captcha-verifier.ts'
import { ANTI_FORGERY_COOKIE, CAPTCHA_ACTION, CLIENT_ID } from '#shared/constants.ts'

/** A request without a 2xx response. */
export class RequestError extends Error {
  /** 0 where there was no response. */
  readonly status: number

  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
  }
}

/** An answer that asks for a new session, or for the same request some time later; the status says which. */
export class Unanswered extends RequestError {
  get needsSession(): boolean {
    return this.status === 401 || this.status === 403
  }
}

export interface GuestSession {
  readonly headers: Readonly<Record<string, string>>
}

const SITE = 'http://127.0.0.1:3000'
/** Headers of every request of the site's. */
export const OURS = {
  [apiHeaders.client]: String(CLIENT_ID),
  [apiHeaders.environment]: 'production',
  'content-type': 'application/json',
  origin: SITE,
}

export interface RequestOptions {
  /** Added to the headers of the site's requests. */
  readonly headers?: Readonly<Record<string, string>>
  /** ms; a request that gets no response by then is `Unanswered`. */
  readonly timeoutMs?: number
}

/** ms; a killed process answers at once that it is gone. */
const PATIENCE = 5_000

/** Logs in as a page does, with a token of the local captcha's own script. */
export async function openSession(backend: string, options: RequestOptions = {}): Promise<GuestSession> {
  const response = await post(backend, '/auth/guest', { token: await captchaToken() }, options)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1).join())
  const token = cookies.find((cookie) => cookie.startsWith(ANTI_FORGERY_COOKIE))?.slice(ANTI_FORGERY_COOKIE.length + 1)
  return { headers: { cookie: cookies.join('; '), [apiHeaders.antiForgery]: token ?? '' } }
}

const acknowledgement = z.object({ messageId: z.uuid() })

/** Answers with the message's id. */
export async function sendMessage(
  backend: string,
  { headers }: GuestSession,
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
 * Throws `Unanswered` where it is worth another try, as when the connection breaks, also in the middle of the response; and
 * `RequestError` where it is not.
 */
async function post(backend: string, path: string, body: unknown, options: RequestOptions): Promise<PostResponse> {
  const { headers, timeoutMs = PATIENCE } = options
  const { response, text } = await fetchText(`${backend}${path}`, {
    method: 'POST',
    headers: { ...OURS, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((problem) => {
    throw new Unanswered(0, String(problem))
  })
  const { status, ok } = response
  if (ok) return { headers: response.headers, text }
  throw status >= 500 || status === 401 || status === 403
    ? new Unanswered(status, text)
    : new RequestError(status, text)
}

async function fetchText(url: string, request: RequestInit) {
  const response = await fetch(url, request)
  return { response, text: await response.text() }
}

const grecaptcha = z.object({ execute: z.function({ input: [z.string(), z.object({ action: z.string() })] }) })

let captcha: z.output<typeof grecaptcha> | undefined

async function captchaToken(): Promise<unknown> {
  captcha ??= loadCaptcha()
  return captcha.execute(randomUUID(), { action: CAPTCHA_ACTION })
}

function loadCaptcha(): z.output<typeof grecaptcha> {
  const window = {}
  runInNewContext(localCaptchaScript, { window, crypto, btoa, location: new URL(SITE) })
  return z.object({ grecaptcha }).parse(window).grecaptcha
}
