import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContactMessage } from '#shared/contact-contract.ts'
import { createMessage, openSession, RequestError, sendMessage, type VisitorSession } from '#tests/setup/messages.ts'

interface ContactLoadOptions {
  /** URLs of servers that share a database. Contacts use them in turn, and a retry uses the next one. */
  readonly urls: readonly string[]
  /** Contacts per second, on average. */
  readonly rate: number
  /** Number of contacts; by default they arrive until `finish`. */
  readonly count?: number
  readonly random: () => number
  /** Number of contacts at a time; further ones wait. By default they do not wait for each other. */
  readonly maxOpen?: number
  /** Share of the messages that are sent twice at once, like a double click; with several servers to two of them. */
  readonly repeatedShare?: number
  /** Average ms before a retry. */
  readonly retryDelayMs?: number
  /** ms after which a contact is abandoned that is not acknowledged; the site's visitors do not wait as long. */
  readonly abandonAfterMs?: number
}

/** A message that a server has acknowledged. */
export interface AcknowledgedMessage {
  readonly key: string
  readonly message: ContactMessage
  /** The ids of all acknowledgements. They are equal unless the server has a bug. */
  readonly ids: readonly string[]
}

/** A request and its response. */
interface MeasuredRequest {
  readonly type: 'login' | 'message'
  /** 0 without a response. */
  readonly status: number
  readonly ms: number
}

export interface ContactLoad {
  readonly acknowledged: readonly AcknowledgedMessage[]
  /** Keys of messages that were rejected or not acknowledged in time, with the last error. */
  readonly abandoned: readonly string[]
  readonly requests: readonly MeasuredRequest[]
  /** Resolves when the last contact is acknowledged or abandoned. */
  readonly done: Promise<void>
  /** Lets no more contacts arrive, and waits until `done`. */
  readonly finish: () => Promise<void>
}

/**
 * Sends contacts like the site: a login with a captcha token, then a message with an idempotency key. Retries requests
 * without a response or with 5xx, with the same key. Contacts arrive at random times, so that a slow server has more of them
 * at a time.
 */
export function startContacts(options: ContactLoadOptions): ContactLoad {
  const { urls, rate, random, repeatedShare = 0, retryDelayMs = 1_000 } = options
  const { count = Number.POSITIVE_INFINITY, maxOpen = Number.POSITIVE_INFINITY, abandonAfterMs = 120_000 } = options
  const acknowledged: AcknowledgedMessage[] = []
  const abandoned: string[] = []
  const requests: MeasuredRequest[] = []
  let isFinishing = false

  async function measure<Result>(type: MeasuredRequest['type'], request: () => Promise<Result>): Promise<Result> {
    const started = performance.now()
    const add = (status: number) => requests.push({ type, status, ms: performance.now() - started })
    try {
      const result = await request()
      add(200)
      return result
    } catch (error) {
      if (error instanceof RequestError) add(error.status)
      throw error
    }
  }

  async function contact(index: number): Promise<void> {
    const deadline = performance.now() + abandonAfterMs
    const key = randomUUID()
    const message = createUniqueMessage(index)
    const ids: string[] = []
    const requestOptions = { headers: { 'x-forwarded-for': getClientAddress(index) } }
    const copies = random() < repeatedShare ? [0, 1] : [0]
    const getApi = (attempt: number) => `${urls[(index + attempt) % urls.length]}/api`
    let session: VisitorSession | undefined

    async function send(attempt: number): Promise<void> {
      const sender = session ?? (await measure('login', () => openSession(getApi(attempt), requestOptions)))
      session = sender
      const sendTo = async (api: string) => {
        ids.push(await measure('message', () => sendMessage(api, sender, { key, message }, requestOptions)))
      }
      await Promise.all(copies.map((copy) => sendTo(getApi(attempt + copy))))
    }

    for (let attempt = 0; ; attempt++) {
      try {
        await send(attempt)
        acknowledged.push({ key, message, ids })
        return
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        if (!error.canRetry || performance.now() > deadline) {
          abandoned.push(`${key} (${error.message})`)
          return
        }
        if (error.needsSession) session = undefined
      }
      await sleep(retryDelayMs * (0.5 + random()))
    }
  }

  async function receiveContacts(): Promise<void> {
    const open = new Set<Promise<void>>()
    let arrival = performance.now()
    for (let index = 0; index < count && !isFinishing; index++) {
      while (open.size >= maxOpen) await Promise.race(open)
      arrival += (-Math.log(1 - random()) * 1_000) / rate
      await sleep(Math.max(0, arrival - performance.now()))
      const current = contact(index).finally(() => open.delete(current))
      open.add(current)
    }
    await Promise.all(open)
  }

  const done = receiveContacts()
  done.catch(() => {}) // reported to those who wait for it
  return {
    acknowledged,
    abandoned,
    requests,
    done,
    finish: () => {
      isFinishing = true
      return done
    },
  }
}

/** Creates a unique message, with characters that mail servers and databases can damage. */
const createUniqueMessage = (index: number): ContactMessage =>
  createMessage({
    name: `Visitor ${index}`,
    email: `visitor.${index}@engine.example`,
    message: `No. ${index} of ${randomUUID()}\n.\n😀 שלום\n${'=\t'.repeat(40)}|`,
  })

/** Client address in the benchmark range (RFC 2544). */
const getClientAddress = (index: number): string =>
  `198.${18 + ((index >> 16) & 1)}.${(index >> 8) & 255}.${index & 255}`
