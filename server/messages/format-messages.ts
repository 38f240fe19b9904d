import type { Database } from '#server/database/schema.ts'
import { escapeControlCharacters, escapeMultilineText, padOrTruncate } from './escape-text.ts'
import { type StoredMessage, selectMessages } from './stored-messages.ts'

export interface MessageFilter {
  readonly folder?: StoredMessage['folder'] | undefined
  readonly state?: NonNullable<StoredMessage['state']> | undefined
  readonly limit: number
}

/** The newest messages, a line each, for a terminal. */
export async function listMessages(db: Database, { folder, state, limit }: MessageFilter): Promise<string> {
  let rows = selectMessages(db)
  if (folder) rows = rows.where('folder', '=', folder)
  if (state) rows = rows.where('state', '=', state)
  const messages = await rows.orderBy('received_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return messages.length === 0 ? 'There are no such messages.' : formatMessageTable(messages)
}

/** A line for each message under a line of headings. */
export const formatMessageTable = (messages: readonly StoredMessage[]): string =>
  [HEADINGS, ...messages.map(cells)].map(line).join('\n')

/** One message with everything that is known of it, for a terminal. */
export function formatMessageDetails(message: StoredMessage): string {
  const { state, attempts, queued_at, next_attempt_at, sent_at, last_error } = message
  const known = {
    id: message.id,
    received: moment(message.received_at),
    folder: folderWithReason(message),
    name: escapeControlCharacters(message.name),
    'e-mail': escapeControlCharacters(message.email),
    mail: state,
    'in outbox': queued_at && moment(queued_at),
    'next attempt': state === 'waiting' && next_attempt_at ? moment(next_attempt_at) : null,
    sent: sent_at && moment(sent_at),
    failed: attempts && (attempts === 1 ? 'once' : `${attempts} times`),
    'last error': last_error && escapeControlCharacters(last_error),
  }
  const lines = Object.entries(known).flatMap(([what, value]) => (value ? [what.padEnd(14) + value] : []))
  return [...lines, '', escapeMultilineText(message.message)].join('\n')
}

const HEADINGS = ['ID', 'RECEIVED (UTC)', 'FOLDER', 'MAIL', 'FROM', 'MESSAGE']

/** Characters; an id's first 13 tell it from the others. */
const WIDTHS = [13, 16, 15, 7, 36, 60]

const cells = (message: StoredMessage) => [
  message.id.slice(0, 13),
  moment(message.received_at).slice(0, 16),
  folderWithReason(message),
  message.state ?? '',
  escapeControlCharacters(`${message.name} <${message.email}>`),
  escapeControlCharacters(message.message.replaceAll(/\s+/g, ' ')),
]

const folderWithReason = ({ folder, spam_reason }: StoredMessage) =>
  spam_reason ? `${folder} (${spam_reason})` : folder

const line = (row: readonly string[]) =>
  row
    .map((cell, at) => padOrTruncate(cell, WIDTHS[at] ?? 0))
    .join('  ')
    .trimEnd()

/** As in 2025-11-21 14:03:22 UTC. */
const moment = (time: number) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
