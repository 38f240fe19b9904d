import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerConfig } from '#server/config/server-config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/schema.ts'
import { CONTACT_FIELDS } from '#shared/contact-contract.ts'
import type { ReceivedEmail } from '#tests/setup/mail-server.ts'
import type { AcknowledgedMessage } from './contact-load.ts'

/** Messages and mails after a run. */
export interface Outcome {
  readonly kills: number
  readonly acknowledged: readonly AcknowledgedMessage[]
  readonly abandoned: readonly string[]
  readonly messages: readonly Tables['message'][]
  readonly outbox: readonly Tables['outbox'][]
  readonly mails: readonly ReceivedEmail[]
}

type Target = ServerConfig['database']

/** Reads all messages and outbox rows. */
export async function readStored(target: Target): Promise<Pick<Outcome, 'messages' | 'outbox'>> {
  await using db = await openDatabase(target)
  return {
    messages: await db.selectFrom('message').selectAll().execute(),
    outbox: await db.selectFrom('outbox').selectAll().execute(),
  }
}

/** Makes all mails due. To be called when all servers were killed: their leases would end after two minutes. */
export async function endLeases(target: Target): Promise<void> {
  await using db = await openDatabase(target)
  await db
    .updateTable('outbox')
    .set(({ ref }) => ({ leased_until: 0, next_attempt_at: ref('queued_at') }))
    .where('state', '=', 'waiting')
    .where('leased_until', 'is not', null)
    .execute()
}

/** Waits until no mail waits. Returns after the timeout even if some do: `findViolations` reports them. */
export async function waitForMails(target: Target, timeoutMs: number): Promise<void> {
  await using db = await openDatabase(target)
  const waiting = db.selectFrom('outbox').select('message_id').where('state', '=', 'waiting').limit(1)
  const deadline = performance.now() + timeoutMs
  while (performance.now() < deadline && (await waiting.executeTakeFirst())) await sleep(250)
}

/** Describes every message that was lost, changed or mailed too often. */
export function findViolations({
  kills,
  acknowledged,
  abandoned,
  messages,
  outbox,
  mails,
}: Outcome): readonly string[] {
  const stored = Map.groupBy(messages, ({ id }) => id)
  const mailed = Map.groupBy(mails, getMessageId)
  const acknowledgedById = new Map(acknowledged.map((message) => [message.ids[0] ?? '', message]))
  const ids = [...acknowledgedById.keys()]
  const findMails = (violates: (copies: readonly ReceivedEmail[]) => boolean) =>
    [...mailed].filter(([, copies]) => violates(copies)).map(([id]) => id)

  const rules: Readonly<Record<string, readonly string[]>> = {
    'not acknowledged': abandoned,
    'acknowledged, but not stored once and unchanged': ids.filter(
      (id) => !isStoredOnce(stored.get(id), acknowledgedById.get(id)),
    ),
    'stored, but not acknowledged': [...stored.keys()].filter((id) => !acknowledgedById.has(id)),
    'another id after a retry': acknowledged
      .filter((message) => new Set(message.ids).size !== 1)
      .map(({ ids }) => ids.join()),
    'not mailed with its text': ids.filter((id) => !isMailed(mailed.get(id), acknowledgedById.get(id))),
    'mailed, but not acknowledged': [...mailed.keys()].filter((id) => !acknowledgedById.has(id)),
    // A running server records what it has sent, so each copy but the last was in delivery when its server was killed.
    'mailed twice by one server': findMails((copies) => new Set(copies.map(getServer)).size !== copies.length),
    'mailed more often than servers were killed': findMails((copies) => copies.length > kills + 1),
    'mailed with different contents': findMails((copies) => new Set(copies.map(formatContent)).size !== 1),
    'not recorded as sent': outbox.filter(({ state }) => state !== 'sent').map(({ message_id }) => message_id),
  }
  return Object.entries(rules).flatMap(([rule, violating]) => violating.map((id) => `${rule}: ${id}`))
}

const getMessageId = ({ messageId }: ReceivedEmail) => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId

const getServer = ({ clientHostname }: ReceivedEmail) => clientHostname

const formatContent = ({ headers, text }: ReceivedEmail) => JSON.stringify([headers, text])

const isMailed = (mails: readonly ReceivedEmail[] = [], sent?: AcknowledgedMessage): boolean =>
  mails.some(({ text }) => text.endsWith(`\n${sent?.message.message}\n`))

function isStoredOnce(rows: readonly Tables['message'][] = [], sent?: AcknowledgedMessage): boolean {
  const [row, ...duplicates] = rows
  if (!row || !sent || duplicates.length > 0) return false
  return row.idempotency_key === sent.key && CONTACT_FIELDS.every((name) => row[name] === (sent.message[name] ?? null))
}
