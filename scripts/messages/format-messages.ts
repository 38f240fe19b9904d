import type { StoredMessage } from '#server/messages/stored-messages.ts'
import { CONTACT_LINES } from '#shared/contact-contract.ts'

/** Formats messages as a table with one line per message. */
export const formatMessageTable = (messages: readonly StoredMessage[]): string =>
  [HEADINGS, ...messages.map(toCells)].map(formatRow).join('\n')

/** Formats one message with all its columns for the terminal. */
export function formatMessageDetails(message: StoredMessage): string {
  const { state, attempts, queued_at, next_attempt_at, sent_at, last_error } = message
  const fields = {
    id: message.id,
    received: formatTime(message.received_at),
    folder: formatFolder(message),
    ...Object.fromEntries(CONTACT_LINES.map((name) => [name, escapeControlCharacters(message[name] ?? '')])),
    'email state': state,
    'in outbox': queued_at && formatTime(queued_at),
    'next attempt': state === 'waiting' && next_attempt_at ? formatTime(next_attempt_at) : null,
    sent: sent_at && formatTime(sent_at),
    failed: attempts && (attempts === 1 ? 'once' : `${attempts} times`),
    'last error': last_error && escapeControlCharacters(last_error),
  }
  const lines = Object.entries(fields).flatMap(([name, value]) => (value ? [name.padEnd(14) + value] : []))
  return [...lines, '', escapeMultilineText(message.message)].join('\n')
}

const HEADINGS = ['ID', 'RECEIVED (UTC)', 'FOLDER', 'EMAIL', 'FROM', 'MESSAGE']

/** Column widths in characters. 13 characters of an id are unique in practice. */
const COLUMN_WIDTHS = [13, 16, 15, 7, 36, 60]

const toCells = (message: StoredMessage) => [
  message.id.slice(0, 13),
  formatTime(message.received_at).slice(0, 16),
  formatFolder(message),
  message.state ?? '',
  escapeControlCharacters(`${message.name} <${message.email}>`),
  escapeControlCharacters(message.message.replaceAll(/\s+/g, ' ')),
]

const formatFolder = ({ folder, spam_reason }: StoredMessage) => (spam_reason ? `${folder} (${spam_reason})` : folder)

const formatRow = (row: readonly string[]) =>
  row
    .map((cell, index) => padOrTruncate(cell, COLUMN_WIDTHS[index] ?? 0))
    .join('  ')
    .trimEnd()

/** As in `2025-11-21 14:03:22 UTC`. */
const formatTime = (time: number) => `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Control characters, line separators and characters that set the text direction. */
const UNSAFE_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * Makes text of a visitor safe to print in one line of a terminal: characters that a terminal interprets are written as
 * `\xNN` or `\u{NNNN}`.
 */
export const escapeControlCharacters = (text: string): string =>
  text.toWellFormed().replace(UNSAFE_CHARACTERS, escapeCharacter)

/** Like `escapeControlCharacters`, but keeps line breaks and tabs. */
const escapeMultilineText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/[^\n\t]+/g, escapeControlCharacters)

function escapeCharacter(character: string): string {
  const code = character.charCodeAt(0).toString(16)
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u{${code}}`
}

/** Truncates the text, or pads it with spaces, to `width` characters. */
function padOrTruncate(text: string, width: number): string {
  const characters = [...text]
  const visible = characters.length > width ? [...characters.slice(0, width - 1), '…'] : characters
  return visible.join('') + ' '.repeat(width - visible.length)
}
