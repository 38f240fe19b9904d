import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import * as z from 'zod'
import { localCaptchaScript } from '#server/contact/guest-session/captcha-verifier.ts'
import { ANTI_FORGERY_COOKIE, CAPTCHA_ACTION, CLIENT_ID } from '#shared/constants.ts'
import { apiHeaders, type ContactMessage } from '#shared/contact-contract.ts'

/** A request without a 2xx response. */
export class RequestError extends Error {
  /** 0 without a response. */
  readonly status: number

  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
  }

  /** Whether the session has ended. */
  get needsSession(): boolean {
    return this.status === 401 || this.status === 403
  }

  get canRetry(): boolean {
    return this.status === 0 || this.status >= 500 || this.needsSession
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

interface RequestOptions {
  /** Headers in addition to `SITE_HEADERS`. */
  readonly headers?: Readonly<Record<string, string>>
  /** The site's timeout by default. */
  readonly timeoutMs?: number
}

/** Logs in like a page of the site, with a token of the local captcha script. `api`: the URL of the contact API. */
export async function openSession(api: string, options: RequestOptions = {}): Promise<VisitorSession> {
  const { headers } = await post(`${api}/auth/guest`, { token: await createCaptchaToken() }, options)
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1).join())
  const token = cookies.find((cookie) => cookie.startsWith(ANTI_FORGERY_COOKIE))?.slice(ANTI_FORGERY_COOKIE.length + 1)
  return { headers: { cookie: cookies.join('; '), [apiHeaders.antiForgery]: token ?? '' } }
}

const acknowledgement = z.object({ messageId: z.uuid() })

/** Sends a contact message. Returns its id. */
export async function sendMessage(
  api: string,
  { headers }: VisitorSession,
  { key, message }: { key: string; message: ContactMessage },
  options: RequestOptions = {},
): Promise<string> {
  const allHeaders = { ...headers, [apiHeaders.idempotency]: key, ...options.headers }
  const { text } = await post(`${api}/contact`, message, { ...options, headers: allHeaders })
  return acknowledgement.parse(JSON.parse(text)).messageId
}

/** Throws `RequestError` without a 2xx response, also when the connection breaks in the middle of it. */
async function post(url: string, body: unknown, { headers, timeoutMs = 15_000 }: RequestOptions) {
  const request = {
    method: 'POST',
    headers: { ...SITE_HEADERS, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  }
  try {
    const response = await fetch(url, request)
    const text = await response.text()
    if (response.ok) return { headers: response.headers, text }
    throw new RequestError(response.status, text)
  } catch (error) {
    throw error instanceof RequestError ? error : new RequestError(0, String(error))
  }
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
