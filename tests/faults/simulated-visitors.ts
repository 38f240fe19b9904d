import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ContactMessage } from '#server/api/contract.ts'
import { openSession, RetryableError, sendMessage, type VisitorSession } from './contact-client.ts'

/** A message that the backend has acknowledged. */
export interface AcknowledgedMessage {
  readonly key: string
  readonly message: ContactMessage
  /** The ids of all acknowledgements. They are equal unless the backend has a bug. */
  readonly ids: readonly string[]
}

export interface Visitors {
  /** Sets the URL for all further requests. */
  readonly setBackendUrl: (url: string) => void
  /** Resolves when the current message of each visitor is acknowledged. They send no further ones. */
  readonly finish: () => Promise<void>
  /** Stops all visitors without waiting for acknowledgements. */
  readonly stop: () => void
  readonly acknowledged: readonly AcknowledgedMessage[]
  /** Number of retried requests. */
  readonly countRetries: () => number
}

const VISITOR_COUNT = 4
const MAX_PAUSE_MS = 80
const RETRY_DELAY_MS = 20
const MESSAGES_PER_SESSION = 20

/** Starts visitors that send messages until stopped, and retry with the same key, like the site. */
export function startVisitors(random: () => number): Visitors {
  const acknowledged: AcknowledgedMessage[] = []
  let backendUrl: string | undefined
  let isFinishing = false
  let isStopped = false
  let retries = 0

  async function visit(name: string) {
    for (let count = 0; !isFinishing; count++) {
      let session: VisitorSession | undefined
      for (let sent = 0; sent < MESSAGES_PER_SESSION && !isFinishing; sent++) {
        const key = randomUUID()
        const message = createMessage(name, `${count}.${sent}`)
        const ids = [await sendUntilAcknowledged()]
        if (random() < 0.1) ids.push(await sendUntilAcknowledged()) // a lost response, or a double click
        acknowledged.push({ key, message, ids })
        await pause(random() * MAX_PAUSE_MS)

        async function sendUntilAcknowledged(): Promise<string> {
          for (;;) {
            try {
              session ??= await openSession(backendUrl ?? '')
              return await sendMessage(backendUrl ?? '', session, { key, message })
            } catch (error) {
              if (isStopped || !(error instanceof RetryableError)) throw error
              if (error.needsSession) session = undefined
              retries++
              await pause(RETRY_DELAY_MS)
            }
          }
        }
      }
    }
  }

  const visits = Array.from({ length: VISITOR_COUNT }, (_, visitor) => visit(`Ada ${visitor}`))
  for (const visitPromise of visits) visitPromise.catch(() => {}) // `finish` reports the errors
  return {
    setBackendUrl: (url) => {
      backendUrl = url
    },
    finish: async () => {
      isFinishing = true
      await Promise.all(visits)
    },
    stop: () => {
      isFinishing = true
      isStopped = true
    },
    acknowledged,
    countRetries: () => retries,
  }
}

/** Creates a unique message, with characters that mail servers and databases can damage. */
export const createMessage = (name: string, number: string): ContactMessage => ({
  name,
  email: `${name.replace(' ', '.')}@engine.example`,
  message: `No. ${number} of ${randomUUID()}\n.\n😀 שלום\n${'=\t'.repeat(40)}|`,
})
