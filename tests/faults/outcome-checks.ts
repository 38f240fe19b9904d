import type { Tables } from '#server/database/schema.ts'
import type { ReceivedEmail } from '#tests/setup/server/mail-server.ts'
import type { AcknowledgedMessage } from './simulated-visitors.ts'

/** Messages and mails after a run. */
export interface Outcome {
  readonly kills: number
  readonly acknowledged: readonly AcknowledgedMessage[]
  readonly messages: readonly Tables['message'][]
  readonly outbox: readonly Tables['outbox'][]
  readonly mails: readonly ReceivedEmail[]
}

export interface Check {
  readonly rule: string
  /** Ids of the messages or descriptions of the requests that violate the rule. */
  readonly violations: readonly string[]
}

/** Checks that no message was lost, changed or mailed too often. Returns all rules with their violations. */
export function checkOutcome({ kills, acknowledged, messages, outbox, mails }: Outcome): readonly Check[] {
  const stored = Map.groupBy(messages, ({ id }) => id)
  const mailed = Map.groupBy(mails, getMessageId)
  const acknowledgedById = new Map(acknowledged.map((message) => [message.ids[0] ?? '', message]))
  const ids = [...acknowledgedById.keys()]
  const mailCopies = [...mailed.entries()]
  const selectIds = <Row>(rows: readonly Row[], id: (row: Row) => string, violates: (row: Row) => boolean) =>
    rows.filter(violates).map(id)

  return [
    {
      rule: 'each acknowledged message is stored once and unchanged',
      violations: ids.filter((id) => !isStoredOnce(stored.get(id), acknowledgedById.get(id))),
    },
    {
      rule: 'each stored message is acknowledged',
      violations: [...stored.keys()].filter((id) => !acknowledgedById.has(id)),
    },
    {
      rule: 'a retried message keeps its id',
      violations: acknowledged.filter((message) => new Set(message.ids).size !== 1).map(({ ids: [id = ''] }) => id),
    },
    {
      rule: 'each acknowledged message is mailed with its text',
      violations: ids.filter(
        (id) => !mailed.get(id)?.some(({ text }) => text.endsWith(`\n${acknowledgedById.get(id)?.message.message}\n`)),
      ),
    },
    {
      rule: 'each mail belongs to an acknowledged message',
      violations: [...mailed.keys()].filter((id) => !acknowledgedById.has(id)),
    },
    {
      // A running process records what it sent. So an earlier copy was in delivery when its process was killed.
      rule: 'each copy of a mail is sent by another process',
      violations: selectIds(
        mailCopies,
        ([id]) => id,
        ([, copiesOfMail]) =>
          new Set(copiesOfMail.map(({ clientHostname }) => clientHostname)).size !== copiesOfMail.length,
      ),
    },
    {
      rule: 'a mail has at most one copy per kill',
      violations: selectIds(
        mailCopies,
        ([id]) => id,
        ([, copiesOfMail]) => copiesOfMail.length > kills + 1,
      ),
    },
    {
      rule: 'all copies of a mail are equal',
      violations: selectIds(
        mailCopies,
        ([id]) => id,
        ([, copiesOfMail]) => new Set(copiesOfMail.map(formatContent)).size !== 1,
      ),
    },
    {
      rule: 'all mails are sent',
      violations: selectIds(
        outbox,
        ({ message_id }) => message_id,
        ({ state }) => state !== 'sent',
      ),
    },
  ]
}

const getMessageId = ({ messageId }: ReceivedEmail) => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId

const formatContent = ({ headers, text }: ReceivedEmail) => JSON.stringify([headers, text])

function isStoredOnce(rows: readonly Tables['message'][] = [], sent?: AcknowledgedMessage): boolean {
  const [row, ...duplicates] = rows
  if (!row || !sent || duplicates.length > 0) return false
  const { name, email, message } = sent.message
  return row.idempotency_key === sent.key && row.name === name && row.email === email && row.message === message
}
