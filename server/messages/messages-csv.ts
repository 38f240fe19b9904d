import type { Database } from '#server/database/schema.ts'
import { type StoredMessage, selectMessages } from './stored-messages.ts'

/** Rows that are held in memory. */
const PAGE = 500

const HEADINGS = ['id', 'received', 'name', 'email', 'message', 'folder', 'spam reason', 'mail', 'sent', 'last error']

/** All messages as CSV (RFC 4180), the oldest first, in pieces; with the mark by which Excel knows UTF-8. */
export async function* streamMessagesCsv(db: Database): AsyncGenerator<string> {
  yield `\ufeff${record(HEADINGS)}`
  let last: StoredMessage | undefined
  do {
    const page: StoredMessage[] = await pageAfter(db, last)
    yield page.map((message) => record(cells(message))).join('')
    last = page.at(-1)
  } while (last)
}

/** By a place in the order, which what comes in meanwhile does not move. */
function pageAfter(db: Database, last: StoredMessage | undefined): Promise<StoredMessage[]> {
  const rows = selectMessages(db).orderBy('received_at').orderBy('id').limit(PAGE)
  if (!last) return rows.execute()
  return rows
    .where(({ eb, refTuple, tuple }) => eb(refTuple('received_at', 'id'), '>', tuple(last.received_at, last.id)))
    .execute()
}

const cells = (message: StoredMessage) => [
  message.id,
  moment(message.received_at),
  message.name,
  message.email,
  message.message,
  message.folder,
  message.spam_reason,
  message.state,
  message.sent_at && moment(message.sent_at),
  message.last_error,
]

const moment = (time: number) => new Date(time).toISOString()

const record = (values: readonly (string | number | null)[]) =>
  `${values.map((value) => quoted(`${value ?? ''}`)).join()}\r\n`

const quoted = (text: string) => `"${harmless(text).replaceAll('"', '""')}"`

/** A spreadsheet computes what begins like this, also in full width; after an apostrophe it is a text. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/

const harmless = (text: string) => (FORMULA.test(text) ? `'${text}` : text)
