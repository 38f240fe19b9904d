import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import * as z from 'zod'
import type { Database, Tables } from '#server/database/schema.ts'
import { ANTI_FORGERY_COOKIE, CAPTCHA_ACTION, CLIENT_ID } from '#shared/constants.ts'
import { apiHeaders, type ContactMessage } from '#shared/contact-contract.ts'

/** A valid message, with text in every field. */
type FullMessage = Readonly<Record<keyof ContactMessage, string>>

/** Creates a message as the form sends it. */
export const createMessage = (changes: Partial<FullMessage> = {}): FullMessage => ({
  name: 'Ada Lovelace',
  email: 'ada@engine.example',
  message: 'Sixteen miles, by May.',
  ...changes,
})

/** Creates the row of a message that is stored now in the inbox. */
export const createMessageRow = (changes: Partial<Tables['message']> = {}): Tables['message'] => ({
  ...createMessage(),
  id: randomUUID(),
  idempotency_key: randomUUID(),
  folder: 'inbox',
  spam_reason: null,
  received_at: Date.now(),
  reported_at: null,
  ...changes,
})

/** Inserts a message without an email. Returns its id. */
export async function insertMessage(db: Database, changes: Partial<Tables['message']> = {}): Promise<string> {
  const row = createMessageRow(changes)
  await db.insertInto('message').values(row).execute()
  return row.id
}

interface QueuedEmail extends Partial<Tables['message']> {
  /** Columns that differ from an email that is queued now and due. */
  readonly outbox?: Partial<Tables['outbox']>
}

/** Inserts a message and its queued email as the server does. Returns the message id. */
export function insertQueuedEmail(db: Database, { outbox, ...message }: QueuedEmail = {}): Promise<string> {
  const now = Date.now()
  const waiting = { state: 'waiting', attempts: 0, queued_at: now, next_attempt_at: now } as const
  const noAttempt = { leased_until: null, leased_by: null, sent_at: null, last_error: null }
  return db.transaction().execute(async (tx) => {
    const id = await insertMessage(tx, message)
    await tx
      .insertInto('outbox')
      .values({ message_id: id, ...waiting, ...noAttempt, ...outbox })
      .execute()
    return id
  })
}

export const readOutboxRow = (db: Database, messageId: string): Promise<Tables['outbox']> =>
  db.selectFrom('outbox').selectAll().where('message_id', '=', messageId).executeTakeFirstOrThrow()

/** The page's origin. */
export const SITE_ORIGIN = 'http://127.0.0.1:3000'

/** Headers of all requests of the site. */
export const SITE_HEADERS = {
  [apiHeaders.client]: String(CLIENT_ID),
  [apiHeaders.environment]: 'production',
  'content-type': 'application/json',
  origin: SITE_ORIGIN,
}

/** Creates a token as the script of the local captcha does. `claims` replace the defaults. */
export function createCaptchaToken(claims: Readonly<Record<string, unknown>> = {}): string {
  const defaultClaims = { action: CAPTCHA_ACTION, hostname: '127.0.0.1' }
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

type VisitorOptions = Partial<Omit<VisitorRequest, 'url'>>

/** A client that sends requests like a browser with the site's script, to an application without a port. */
export type Visitor = ReturnType<typeof createVisitor>

/** Creates a visitor that sends the headers of browsers and of the site's script, and stores cookies. */
export function createVisitor(app: FastifyInstance) {
  const cookies = new Map<string, string>()

  async function request({
    method = 'GET',
    url,
    body,
    headers = {},
    from,
  }: VisitorRequest): Promise<LightMyRequestResponse> {
    const { 'content-type': contentType, origin, ...siteHeaders } = SITE_HEADERS
    const response = await app.inject({
      method,
      url: `/api${url}`,
      headers: omitUndefined({
        ...siteHeaders,
        [apiHeaders.antiForgery]: cookies.get(ANTI_FORGERY_COOKIE),
        origin: method === 'POST' ? origin : undefined,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') || undefined,
        'content-type': body === undefined ? undefined : contentType,
        ...headers,
      }),
      ...(body !== undefined && { payload: isRaw(body) ? body : JSON.stringify(body) }),
      ...(from && { remoteAddress: from }),
    })
    for (const { name, value } of response.cookies) cookies.set(name, value)
    return response
  }

  return {
    /** The cookie jar; tests may change it. */
    cookies,
    request,
    /** Requests a session. */
    login: (options?: VisitorOptions) =>
      request({ method: 'POST', url: '/auth/guest', body: { token: createCaptchaToken() }, ...options }),
    validate: (options?: VisitorOptions) => request({ url: '/auth/validate', ...options }),
    /** `key`: the idempotency key; default: a new one. */
    send: ({ key = randomUUID(), headers, ...options }: VisitorOptions & { readonly key?: string } = {}) =>
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
  const { statusCode, body } = await visitor.login(from ? { from } : {})
  if (statusCode !== 200) throw new Error(`The login failed: ${statusCode} ${body}`)
  return visitor
}

const omitUndefined = (headers: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

const isRaw = (body: unknown): body is string | Buffer => typeof body === 'string' || Buffer.isBuffer(body)

/** A request over the network without a 2xx response. */
export class RequestError extends Error {
  /** 0 without a response. */
  readonly status: number
  /** Whether the session has ended. */
  readonly needsSession: boolean
  readonly canRetry: boolean

  constructor(status: number, body: string) {
    super(`${status} ${body}`)
    this.status = status
    this.needsSession = status === 401 || status === 403
    this.canRetry = status === 0 || status >= 500 || this.needsSession
  }
}

export interface VisitorSession {
  readonly headers: Readonly<Record<string, string>>
}

/** Longer than any response takes on a busy machine. */
const TIMEOUT_MS = 60_000

/** Logs in like a page of the site. `api`: the URL of the contact API. */
export async function openSession(api: string): Promise<VisitorSession> {
  const { headers } = await post(`${api}/auth/guest`, { token: createCaptchaToken() })
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1).join())
  const token = cookies.find((cookie) => cookie.startsWith(ANTI_FORGERY_COOKIE))?.slice(ANTI_FORGERY_COOKIE.length + 1)
  return { headers: { cookie: cookies.join('; '), [apiHeaders.antiForgery]: token ?? '' } }
}

/** Sends a contact message. Returns its id. */
export async function sendMessage(
  api: string,
  { headers }: VisitorSession,
  { key, message }: { key: string; message: ContactMessage },
): Promise<string> {
  const { text } = await post(`${api}/contact`, message, { ...headers, [apiHeaders.idempotency]: key })
  return z.object({ messageId: z.uuid() }).parse(JSON.parse(text)).messageId
}

/** Throws `RequestError` without a 2xx response, also when the connection breaks in the middle of it. */
async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  const request = {
    method: 'POST',
    headers: { ...SITE_HEADERS, ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
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
