import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type GuestSession, openSession, RequestError, sendMessage, Unanswered } from './contact-client.ts'
import { type Acknowledged, messageOf } from './simulated-visitors.ts'

export interface ContactLoadOptions {
  /** Addresses of sites that share a database. Contacts take turns; a request that is repeated goes to the next one. */
  readonly urls: readonly string[]
  /** Contacts that arrive in a second, on average. */
  readonly rate: number
  readonly seconds: number
  readonly random: () => number
}

/** One request and its response. */
export interface RequestResult {
  readonly kind: 'login' | 'message'
  /** 0 where there was no response. */
  readonly status: number
  readonly ms: number
  /** Whether its contact had not sent this kind of request before. */
  readonly isFirst: boolean
}

/** A contact that was acknowledged. Lengths of time are ms. */
interface ContactTimes {
  /** From the first request with the message until the message is acknowledged. */
  readonly message: number
  /** From the arrival, by the clock, until the message is acknowledged: login and message, with all repetitions. */
  readonly contact: number
}

export interface ContactLoad {
  readonly acknowledged: readonly Acknowledged[]
  /** Keys of messages that were not acknowledged: refused, or not within a minute. With the last problem. */
  readonly givenUp: readonly string[]
  readonly requests: readonly RequestResult[]
  readonly times: readonly ContactTimes[]
  /** Requests that were sent again. */
  readonly repeated: () => number
  /** Resolves when each contact is acknowledged or given up. */
  readonly finished: Promise<void>
}

/** ms; as the site's. */
const REQUEST_TIMEOUT_MS = 15_000

/** ms on average, before a request is repeated. */
const REPEAT_MS = 1_000

/** ms from the arrival on. */
const GIVE_UP_MS = 60_000

/**
 * Sends contacts as visitors of the site do: a login with a captcha token, then a message with an idempotency key. A request
 * that gets no response, or 5xx, is repeated with the same key. Contacts arrive by the clock at random moments, as many as
 * the rate says, and wait for no other contact: a slow server has more of them at once.
 */
export function startContacts({ urls, rate, seconds, random }: ContactLoadOptions): ContactLoad {
  const acknowledged: Acknowledged[] = []
  const givenUp: string[] = []
  const requests: RequestResult[] = []
  const times: ContactTimes[] = []
  let repeated = 0

  async function measure<Result>(about: Pick<RequestResult, 'kind' | 'isFirst'>, request: () => Promise<Result>) {
    const started = performance.now()
    const add = (status: number) => requests.push({ ...about, status, ms: performance.now() - started })
    try {
      const result = await request()
      add(200)
      return result
    } catch (problem) {
      if (problem instanceof RequestError) add(problem.status)
      throw problem
    }
  }

  async function contact(number: number, arrival: number, repeatMs: number): Promise<void> {
    await pause(Math.max(0, arrival - performance.now()))
    const key = randomUUID()
    const message = messageOf(`Visitor ${number}`, String(number))
    const options = { headers: { 'x-forwarded-for': addressOf(number) }, timeoutMs: REQUEST_TIMEOUT_MS }
    let session: GuestSession | undefined
    let firstMessageAt: number | undefined

    async function send(attempt: number): Promise<string> {
      const api = `${urls[(number + attempt) % urls.length]}/api`
      session ??= await measure({ kind: 'login', isFirst: attempt === 0 }, () => openSession(api, options))
      const known = session
      const isFirst = firstMessageAt === undefined
      firstMessageAt ??= performance.now()
      return measure({ kind: 'message', isFirst }, () => sendMessage(api, known, { key, message }, options))
    }

    for (let attempt = 0; ; attempt++) {
      try {
        const id = await send(attempt)
        const now = performance.now()
        acknowledged.push({ key, message, ids: [id] })
        times.push({ message: now - (firstMessageAt ?? now), contact: now - arrival })
        return
      } catch (problem) {
        if (!(problem instanceof RequestError)) throw problem
        if (!(problem instanceof Unanswered) || performance.now() > arrival + GIVE_UP_MS) {
          givenUp.push(`${key} (${problem.message})`)
          return
        }
        if (problem.needsSession) session = undefined
      }
      repeated++
      await pause(repeatMs)
    }
  }

  const started = performance.now()
  const contacts = Array.from({ length: Math.round(rate * seconds) }, (_, number) =>
    contact(number, started + random() * seconds * 1_000, REPEAT_MS * (0.5 + random())),
  )
  const finished = Promise.all(contacts).then(() => {})
  finished.catch(() => {}) // whoever awaits it handles the error
  return { acknowledged, givenUp, requests, times, repeated: () => repeated, finished }
}

/** A visitor's address, in the range for benchmarks (RFC 2544). */
const addressOf = (number: number): string => `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`
