import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openSession, RequestError, RetryableError, sendMessage, type VisitorSession } from './contact-client.ts'
import { type AcknowledgedMessage, createMessage } from './simulated-visitors.ts'

export interface ContactLoadOptions {
  /** URLs of sites that share a database. Contacts use them in turn, and a retry uses the next one. */
  readonly urls: readonly string[]
  /** Contacts per second, on average. */
  readonly rate: number
  readonly seconds: number
  readonly random: () => number
}

/** One request and its response. */
export interface RequestResult {
  readonly type: 'login' | 'message'
  /** 0 without a response. */
  readonly status: number
  readonly ms: number
  /** Whether this is the first request of its type for the contact. */
  readonly isFirst: boolean
}

/** Durations of an acknowledged contact in ms. */
interface ContactTimes {
  /** From the first message request until the acknowledgement. */
  readonly message: number
  /** From the scheduled arrival until the acknowledgement: login and message, with all retries. */
  readonly contact: number
}

export interface ContactLoad {
  readonly acknowledged: readonly AcknowledgedMessage[]
  /** Keys of messages that were rejected or not acknowledged within a minute, with the last error. */
  readonly abandoned: readonly string[]
  readonly requests: readonly RequestResult[]
  readonly times: readonly ContactTimes[]
  /** Number of retried requests. */
  readonly countRetries: () => number
  /** Resolves when all contacts are acknowledged or abandoned. */
  readonly finished: Promise<void>
}

/** The timeout of the site. */
const REQUEST_TIMEOUT_MS = 15_000

/** Average delay before a retry. */
const RETRY_DELAY_MS = 1_000

/** Time after the arrival. */
const ABANDON_AFTER_MS = 60_000

/**
 * Sends contacts like the site: a login with a captcha token, then a message with an idempotency key. Retries requests
 * without a response or with 5xx, with the same key. Contacts arrive at random times with the given rate, and do not
 * wait for each other: a slow server has more concurrent contacts.
 */
export function startContacts({ urls, rate, seconds, random }: ContactLoadOptions): ContactLoad {
  const acknowledged: AcknowledgedMessage[] = []
  const abandoned: string[] = []
  const requests: RequestResult[] = []
  const times: ContactTimes[] = []
  let retries = 0

  async function measure<Result>(requestInfo: Pick<RequestResult, 'type' | 'isFirst'>, request: () => Promise<Result>) {
    const started = performance.now()
    const addResult = (status: number) => requests.push({ ...requestInfo, status, ms: performance.now() - started })
    try {
      const result = await request()
      addResult(200)
      return result
    } catch (error) {
      if (error instanceof RequestError) addResult(error.status)
      throw error
    }
  }

  async function contact(index: number, arrival: number, retryDelayMs: number): Promise<void> {
    await pause(Math.max(0, arrival - performance.now()))
    const key = randomUUID()
    const message = createMessage(`Visitor ${index}`, String(index))
    const options = { headers: { 'x-forwarded-for': getClientAddress(index) }, timeoutMs: REQUEST_TIMEOUT_MS }
    let session: VisitorSession | undefined
    let firstMessageAt: number | undefined

    async function send(attempt: number): Promise<string> {
      const api = `${urls[(index + attempt) % urls.length]}/api`
      session ??= await measure({ type: 'login', isFirst: attempt === 0 }, () => openSession(api, options))
      const currentSession = session
      const isFirst = firstMessageAt === undefined
      firstMessageAt ??= performance.now()
      return measure({ type: 'message', isFirst }, () => sendMessage(api, currentSession, { key, message }, options))
    }

    for (let attempt = 0; ; attempt++) {
      try {
        const id = await send(attempt)
        const now = performance.now()
        acknowledged.push({ key, message, ids: [id] })
        times.push({ message: now - (firstMessageAt ?? now), contact: now - arrival })
        return
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        if (!(error instanceof RetryableError) || performance.now() > arrival + ABANDON_AFTER_MS) {
          abandoned.push(`${key} (${error.message})`)
          return
        }
        if (error.needsSession) session = undefined
      }
      retries++
      await pause(retryDelayMs)
    }
  }

  const started = performance.now()
  const contacts = Array.from({ length: Math.round(rate * seconds) }, (_, index) =>
    contact(index, started + random() * seconds * 1_000, RETRY_DELAY_MS * (0.5 + random())),
  )
  const finished = Promise.all(contacts).then(() => {})
  finished.catch(() => {}) // callers that await it handle the error
  return { acknowledged, abandoned, requests, times, countRetries: () => retries, finished }
}

/** Client address in the benchmark range (RFC 2544). */
const getClientAddress = (index: number): string =>
  `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`
