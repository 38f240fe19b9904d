import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/database/open-database.ts'
import { type MailServer, startMailServer } from '#tests/setup/server/mail-server.ts'
import { openSession, RetryableError, sendMessage, type VisitorSession } from './contact-client.ts'
import { readStoredMessages } from './kill-run.ts'
import { startKillableBackend } from './killable-backend.ts'
import type { Outcome } from './outcome-checks.ts'
import type { AcknowledgedMessage } from './simulated-visitors.ts'

export interface TwoNodesRunOptions {
  /** An empty PostgreSQL database. */
  readonly databaseUrl: string
  readonly messages: number
  /** Number of concurrent visitors, 8 by default. Each sends one message after the other. */
  readonly visitors?: number
  /** Called once per second. */
  readonly onProgress?: (progress: TwoNodesProgress) => void
}

interface TwoNodesProgress {
  readonly acknowledged: number
  readonly mails: number
}

export interface TwoNodesRun extends Outcome {
  /** Time until the last message was acknowledged. */
  readonly sendingMs: number
  /** Time until the last mail arrived and was recorded as sent. */
  readonly totalMs: number
}

const NODES = ['one', 'two'] as const

/** Every n-th message is sent to both nodes at the same time. */
const BOTH_NODES_INTERVAL = 10

/** Time without a new mail after which a run ends. An idle worker polls every 5 s. */
const MAX_SILENCE_MS = 60_000

/**
 * Sends messages to two backends on one PostgreSQL, each a process with a worker as in production, and waits for their
 * mails at a real SMTP server. `checkOutcome` reports lost and duplicate mails; `clientHostname` of a mail names its
 * node.
 */
export async function runTwoNodes(options: TwoNodesRunOptions): Promise<TwoNodesRun> {
  const { databaseUrl, messages, visitors = 8, onProgress } = options
  const database = { url: databaseUrl }
  const mailServer = await startMailServer()
  const backends = NODES.map((name) =>
    startKillableBackend({ database, mailServer: mailServer.url, name, args: ['--usual-times'] }),
  )
  const acknowledged: AcknowledgedMessage[] = []
  const progress = setInterval(
    () => onProgress?.({ acknowledged: acknowledged.length, mails: mailServer.emails.length }),
    1_000,
  )
  try {
    const urls = await Promise.all(backends.map(({ url }) => url))
    const startedAt = performance.now()
    await sendMessages({ urls, messages, visitors, acknowledged })
    const sendingMs = performance.now() - startedAt
    await waitForMails(database, mailServer)
    const totalMs = performance.now() - startedAt
    return {
      kills: 0,
      acknowledged,
      ...(await readStoredMessages(database)),
      mails: mailServer.emails,
      sendingMs,
      totalMs,
    }
  } finally {
    clearInterval(progress)
    await Promise.all(backends.map(({ kill }) => kill()))
    await mailServer.stop()
  }
}

interface SendOptions {
  readonly urls: readonly string[]
  readonly messages: number
  readonly visitors: number
  readonly acknowledged: AcknowledgedMessage[]
}

/** Each visitor logs in at one node, and sends to both nodes, which share sessions. */
async function sendMessages({ urls, messages, visitors, acknowledged }: SendOptions): Promise<void> {
  const numbers = Array.from({ length: messages }, (_, index) => index).values()

  async function runVisitor(visitor: number): Promise<void> {
    const session = await openSession(urls[visitor % urls.length] ?? '')
    for (const number of numbers) acknowledged.push(await send(session, number))
  }

  async function send(session: VisitorSession, number: number): Promise<AcknowledgedMessage> {
    const key = randomUUID()
    const message = { name: 'Ada Lovelace', email: 'ada@engine.example', message: `No. ${number} of ${messages}` }
    const targets = number % BOTH_NODES_INTERVAL === 0 ? urls : [urls[number % urls.length] ?? '']
    const ids = await Promise.all(targets.map((url) => sendUntilAcknowledged(url, session, { key, message })))
    return { key, message, ids }
  }

  await Promise.all(Array.from({ length: visitors }, (_, visitor) => runVisitor(visitor)))
}

/** Retries with the same key like the site, so that a message whose acknowledgement was lost is stored once. */
async function sendUntilAcknowledged(...request: Parameters<typeof sendMessage>): Promise<string> {
  const deadline = performance.now() + MAX_SILENCE_MS
  for (;;) {
    try {
      return await sendMessage(...request)
    } catch (error) {
      if (!(error instanceof RetryableError) || performance.now() > deadline) throw error
      await pause(100)
    }
  }
}

/** Waits until all mails are recorded as sent, or none arrive any more: `checkOutcome` reports missing mails. */
async function waitForMails(database: { readonly url: string }, mailServer: MailServer): Promise<void> {
  const db = await openDatabase(database)
  try {
    const waiting = db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting').limit(1)
    let count = mailServer.emails.length
    let lastArrival = performance.now()
    while (performance.now() - lastArrival < MAX_SILENCE_MS) {
      if (!(await waiting.executeTakeFirst())) return
      if (mailServer.emails.length > count) lastArrival = performance.now()
      count = mailServer.emails.length
      await pause(200)
    }
  } finally {
    await db.destroy()
  }
}
