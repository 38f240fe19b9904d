import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { ContactMessage } from '#server/api/contract.ts'
import { type GuestSession, openSession, sendMessage, Unanswered } from './contact-client.ts'

/** A message that the backend has acknowledged. */
export interface Acknowledged {
  readonly key: string
  readonly message: ContactMessage
  /** The ids that it was answered with: one, unless the backend is wrong. */
  readonly ids: readonly string[]
}

export interface Visitors {
  /** From now on they find the backend here. */
  readonly moveTo: (url: string) => void
  /** Each goes on until what it has begun is acknowledged. */
  readonly finish: () => Promise<void>
  /** They send nothing more. */
  readonly leave: () => void
  readonly acknowledged: readonly Acknowledged[]
  /** Requests that got no answer, and were sent again. */
  readonly repeated: () => number
}

const VISITORS = 4
/** ms */
const LONGEST_PAUSE = 80
const BEFORE_REPEATING = 20
const MESSAGES_PER_SESSION = 20

/** They send without an end, and what is not answered again with the same key, as the site does. */
export function startVisitors(random: () => number): Visitors {
  const acknowledged: Acknowledged[] = []
  let backend: string | undefined
  let isFinishing = false
  let isLeaving = false
  let repeated = 0

  async function visit(name: string) {
    for (let count = 0; !isFinishing; count++) {
      let session: GuestSession | undefined
      for (let sent = 0; sent < MESSAGES_PER_SESSION && !isFinishing; sent++) {
        const key = randomUUID()
        const message = messageOf(name, `${count}.${sent}`)
        const ids = [await untilAnswered()]
        if (random() < 0.1) ids.push(await untilAnswered()) // the answer was lost on the way, or somebody clicked twice
        acknowledged.push({ key, message, ids })
        await pause(random() * LONGEST_PAUSE)

        async function untilAnswered(): Promise<string> {
          for (;;) {
            try {
              session ??= await openSession(backend ?? '')
              return await sendMessage(backend ?? '', session, { key, message })
            } catch (problem) {
              if (isLeaving || !(problem instanceof Unanswered)) throw problem
              if (problem.needsSession) session = undefined
              repeated++
              await pause(BEFORE_REPEATING)
            }
          }
        }
      }
    }
  }

  const visits = Array.from({ length: VISITORS }, (_, visitor) => visit(`Ada ${visitor}`))
  for (const each of visits) each.catch(() => {}) // who finishes hears of it
  return {
    moveTo: (url) => {
      backend = url
    },
    finish: async () => {
      isFinishing = true
      await Promise.all(visits)
    },
    leave: () => {
      isFinishing = true
      isLeaving = true
    },
    acknowledged,
    repeated: () => repeated,
  }
}

/** A text that no other message has, with characters that mail servers and databases may damage. */
export const messageOf = (name: string, number: string): ContactMessage => ({
  name,
  email: `${name.replace(' ', '.')}@engine.example`,
  message: `No. ${number} of ${randomUUID()}\n.\n😀 שלום\n${'=\t'.repeat(40)}|`,
})
