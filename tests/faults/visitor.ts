import { randomUUID } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import * as z from 'zod'
import { antiForgeryCookie, type ContactMessage, captchaAction, clientId, header } from '#server/contract.ts'
import { localCaptchaScript } from '#server/guest/local-captcha.ts'

/** An answer that asks for a new session, or for the same request some time later; the status says which. */
export class Unanswered extends Error {
  readonly needsSession: boolean

  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.needsSession = status === 401 || status === 403
  }
}

export interface GuestSession {
  readonly headers: Readonly<Record<string, string>>
}

const SITE = 'http://127.0.0.1:3000'
/** Headers of every request of the site's. */
export const OURS = {
  [header.client]: String(clientId),
  [header.environment]: 'production',
  'content-type': 'application/json',
  origin: SITE,
}

/** ms; a killed process answers at once that it is gone. */
const PATIENCE = 5_000

/** Logs in as a page does, with a token of the local captcha's own script. */
export async function openSession(backend: string): Promise<GuestSession> {
  const response = await post(backend, '/auth/guest', { token: await captchaToken() }, {})
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1).join())
  const token = cookies.find((cookie) => cookie.startsWith(antiForgeryCookie))?.slice(antiForgeryCookie.length + 1)
  return { headers: { cookie: cookies.join('; '), [header.antiForgery]: token ?? '' } }
}

const acknowledgement = z.object({ messageId: z.uuid() })

/** Answers with the message's id. */
export async function sendMessage(
  backend: string,
  { headers }: GuestSession,
  { key, message }: { key: string; message: ContactMessage },
): Promise<string> {
  const response = await post(backend, '/contact', message, { ...headers, [header.idempotency]: key })
  return acknowledgement.parse(await response.json()).messageId
}

/** Throws `Unanswered` where it is worth another try, as when the connection breaks; and another error where it is not. */
async function post(backend: string, path: string, body: unknown, headers: Readonly<Record<string, string>>) {
  const response = await fetch(`${backend}${path}`, {
    method: 'POST',
    headers: { ...OURS, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  }).catch((problem) => {
    throw new Unanswered(0, String(problem))
  })
  if (response.ok) return response
  const { status } = response
  const text = await response.text()
  throw status >= 500 || status === 401 || status === 403
    ? new Unanswered(status, text)
    : new Error(`${status} ${text}`)
}

const grecaptcha = z.object({ execute: z.function({ input: [z.string(), z.object({ action: z.string() })] }) })

async function captchaToken(): Promise<unknown> {
  const window = {}
  runInNewContext(localCaptchaScript, { window, crypto, btoa, location: new URL(SITE) })
  const { execute } = z.object({ grecaptcha }).parse(window).grecaptcha
  return execute(randomUUID(), { action: captchaAction })
}
