import type { Tables } from '#server/database/schema.ts'
import type { ReceivedEmail } from '#tests/setup/server/mail-server.ts'
import type { Acknowledged } from './simulated-visitors.ts'

/** What is left when the last process has sent everything. */
export interface Outcome {
  readonly kills: number
  readonly acknowledged: readonly Acknowledged[]
  readonly messages: readonly Tables['message'][]
  readonly outbox: readonly Tables['outbox'][]
  readonly mails: readonly ReceivedEmail[]
}

export interface Check {
  readonly rule: string
  /** Ids of the messages that break it. */
  readonly broken: readonly string[]
}

/** Every promise of the backend, and the messages that it was broken for. */
export function verdict({ kills, acknowledged, messages, outbox, mails }: Outcome): readonly Check[] {
  const stored = Map.groupBy(messages, ({ id }) => id)
  const mailed = Map.groupBy(mails, idOf)
  const known = new Map(acknowledged.map((one) => [one.ids[0] ?? '', one]))
  const ids = [...known.keys()]
  const copies = [...mailed.entries()]
  const idsWhere = <Row>(rows: readonly Row[], id: (row: Row) => string, isBroken: (row: Row) => boolean) =>
    rows.filter(isBroken).map(id)

  return [
    {
      rule: 'an acknowledged message is stored once, as it was sent',
      broken: ids.filter((id) => !isStoredOnce(stored.get(id), known.get(id))),
    },
    { rule: 'nothing is stored that nobody was told of', broken: [...stored.keys()].filter((id) => !known.has(id)) },
    {
      rule: 'a repeated message keeps its number',
      broken: acknowledged.filter((one) => new Set(one.ids).size !== 1).map(({ ids: [id = ''] }) => id),
    },
    {
      rule: 'an acknowledged message is mailed, with its text',
      broken: ids.filter(
        (id) => !mailed.get(id)?.some(({ text }) => text.endsWith(`\n${known.get(id)?.message.message}\n`)),
      ),
    },
    { rule: 'no mail is of an unknown message', broken: [...mailed.keys()].filter((id) => !known.has(id)) },
    {
      // A process that lives on writes down what it sent. So the copy before was on its way when its process was killed.
      rule: 'a mail has a copy only where a process was killed that was sending it',
      broken: idsWhere(
        copies,
        ([id]) => id,
        ([, each]) => new Set(each.map(({ clientHostname }) => clientHostname)).size !== each.length,
      ),
    },
    {
      rule: 'no mail has more copies than kills and one',
      broken: idsWhere(
        copies,
        ([id]) => id,
        ([, each]) => each.length > kills + 1,
      ),
    },
    {
      rule: 'copies are the same mail',
      broken: idsWhere(
        copies,
        ([id]) => id,
        ([, each]) => new Set(each.map(contentOf)).size !== 1,
      ),
    },
    {
      rule: 'every mail is sent, and none is dead',
      broken: idsWhere(
        outbox,
        ({ message_id }) => message_id,
        ({ state }) => state !== 'sent',
      ),
    },
  ]
}

const idOf = ({ messageId }: ReceivedEmail) => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId

const contentOf = ({ headers, text }: ReceivedEmail) => JSON.stringify([headers, text])

function isStoredOnce(rows: readonly Tables['message'][] = [], sent?: Acknowledged): boolean {
  const [row, ...others] = rows
  if (!row || !sent || others.length > 0) return false
  const { name, email, message } = sent.message
  return row.idempotency_key === sent.key && row.name === name && row.email === email && row.message === message
}
