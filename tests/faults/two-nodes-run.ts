import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/database/open-database.ts'
import { type MailServer, startMailServer } from '#tests/setup/server/mail-server.ts'
import { type GuestSession, openSession, sendMessage, Unanswered } from './contact-client.ts'
import { keptIn } from './kill-run.ts'
import { startKillableBackend } from './killable-backend.ts'
import type { Outcome } from './outcome-checks.ts'
import type { Acknowledged } from './simulated-visitors.ts'

export interface TwoNodesRunOptions {
  /** An empty PostgreSQL database. */
  readonly databaseUrl: string
  readonly messages: number
  /** Visitors who send at the same time, each one message after the other; 8 unless it is given. */
  readonly visitors?: number
  /** Called once a second. */
  readonly onProgress?: (progress: TwoNodesProgress) => void
}

interface TwoNodesProgress {
  readonly acknowledged: number
  readonly mails: number
}

export interface TwoNodesRun extends Outcome {
  /** ms until the last message was acknowledged. */
  readonly sendingTime: number
  /** ms until the last mail had arrived and was recorded as sent. */
  readonly totalTime: number
}

const NODES = ['one', 'two'] as const

/** One message of so many is sent to both nodes at the same time. */
const SENT_TO_BOTH = 10

/** ms without a new mail, after which a run is over; a worker that nothing wakes looks every 5 s. */
const LONGEST_SILENCE = 60_000

/**
 * Sends messages to two backends on one PostgreSQL, each a process with a worker as in production, and waits for their
 * mails at a real SMTP server. `verdict` says what was lost or sent twice; `broughtBy` of a mail names its node.
 */
export async function twoNodesRun(options: TwoNodesRunOptions): Promise<TwoNodesRun> {
  const { databaseUrl, messages, visitors = 8, onProgress } = options
  const database = { url: databaseUrl }
  const mailServer = await startMailServer()
  const backends = NODES.map((name) =>
    startKillableBackend({ database, mailServer: mailServer.url, name, args: ['--usual-times'] }),
  )
  const acknowledged: Acknowledged[] = []
  const progress = setInterval(
    () => onProgress?.({ acknowledged: acknowledged.length, mails: mailServer.emails.length }),
    1_000,
  )
  try {
    const urls = await Promise.all(backends.map(({ url }) => url))
    const begun = performance.now()
    await sendMessages({ urls, messages, visitors, acknowledged })
    const sendingTime = performance.now() - begun
    await waitForMails(database, mailServer)
    const totalTime = performance.now() - begun
    return { kills: 0, acknowledged, ...(await keptIn(database)), mails: mailServer.emails, sendingTime, totalTime }
  } finally {
    clearInterval(progress)
    await Promise.all(backends.map(({ kill }) => kill()))
    await mailServer.stop()
  }
}

interface Sending {
  readonly urls: readonly string[]
  readonly messages: number
  readonly visitors: number
  readonly acknowledged: Acknowledged[]
}

/** Each visitor logs in at one node, and sends to the other as well: both know the session. */
async function sendMessages({ urls, messages, visitors, acknowledged }: Sending): Promise<void> {
  const numbers = Array.from({ length: messages }, (_, index) => index).values()

  async function visit(visitor: number): Promise<void> {
    const session = await openSession(urls[visitor % urls.length] ?? '')
    for (const number of numbers) acknowledged.push(await send(session, number))
  }

  async function send(session: GuestSession, number: number): Promise<Acknowledged> {
    const key = randomUUID()
    const message = { name: 'Ada Lovelace', email: 'ada@engine.example', message: `No. ${number} of ${messages}` }
    const targets = number % SENT_TO_BOTH === 0 ? urls : [urls[number % urls.length] ?? '']
    const ids = await Promise.all(targets.map((url) => sendUntilAnswered(url, session, { key, message })))
    return { key, message, ids }
  }

  await Promise.all(Array.from({ length: visitors }, (_, visitor) => visit(visitor)))
}

/** As the site does: with the same key, so that a message whose acknowledgement was lost is stored once. */
async function sendUntilAnswered(...request: Parameters<typeof sendMessage>): Promise<string> {
  const deadline = performance.now() + LONGEST_SILENCE
  for (;;) {
    try {
      return await sendMessage(...request)
    } catch (error) {
      if (!(error instanceof Unanswered) || performance.now() > deadline) throw error
      await pause(100)
    }
  }
}

/** Until every mail is recorded as sent, or none arrives any more: what is missing then, the verdict finds. */
async function waitForMails(database: { readonly url: string }, mailServer: MailServer): Promise<void> {
  const db = await openDatabase(database)
  try {
    const waiting = db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting').limit(1)
    let count = mailServer.emails.length
    let lastArrival = performance.now()
    while (performance.now() - lastArrival < LONGEST_SILENCE) {
      if (!(await waiting.executeTakeFirst())) return
      if (mailServer.emails.length > count) lastArrival = performance.now()
      count = mailServer.emails.length
      await pause(200)
    }
  } finally {
    await db.destroy()
  }
}
