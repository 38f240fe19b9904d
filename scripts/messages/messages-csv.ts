import type { Database } from '#server/database/schema.ts'
import { type StoredMessage, selectMessages } from '#server/messages/stored-messages.ts'
import { CONTACT_FIELDS } from '#shared/contact-contract.ts'

/** Rows that are read at a time. */
const PAGE_SIZE = 500

const HEADINGS = ['id', 'received', ...CONTACT_FIELDS, 'folder', 'spam reason', 'mail', 'sent', 'last error']

/**
 * Streams all messages as CSV (RFC 4180), oldest first. The CSV starts with a byte order mark, by which Excel
 * recognizes UTF-8.
 */
export async function* streamMessagesCsv(db: Database): AsyncGenerator<string> {
  yield formatMessagesCsv([])
  let last: StoredMessage | undefined
  do {
    const page: StoredMessage[] = await readPageAfter(db, last)
    yield formatRows(page)
    last = page.at(-1)
  } while (last)
}

/** Formats messages as `streamMessagesCsv` does. */
export const formatMessagesCsv = (messages: readonly StoredMessage[]): string =>
  `\ufeff${formatRecord(HEADINGS)}${formatRows(messages)}`

const formatRows = (messages: readonly StoredMessage[]) =>
  messages.map((message) => formatRecord(toCells(message))).join('')

/** Keyset pagination: messages that are stored meanwhile do not shift the pages. */
function readPageAfter(db: Database, last: StoredMessage | undefined): Promise<StoredMessage[]> {
  const rows = selectMessages(db).orderBy('received_at').orderBy('id').limit(PAGE_SIZE)
  if (!last) return rows.execute()
  return rows
    .where(({ eb, refTuple, tuple }) => eb(refTuple('received_at', 'id'), '>', tuple(last.received_at, last.id)))
    .execute()
}

const toCells = (message: StoredMessage) => [
  message.id,
  formatTime(message.received_at),
  ...CONTACT_FIELDS.map((name) => message[name]),
  message.folder,
  message.spam_reason,
  message.state,
  message.sent_at && formatTime(message.sent_at),
  message.last_error,
]

const formatTime = (time: number) => new Date(time).toISOString()

const formatRecord = (values: readonly (string | number | null)[]) =>
  `${values.map((value) => quoteCell(`${value ?? ''}`)).join()}\r\n`

const quoteCell = (text: string) => `"${escapeFormula(text).replaceAll('"', '""')}"`

/** A spreadsheet evaluates cells that start like this as a formula. A leading apostrophe makes them text. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

const escapeFormula = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
