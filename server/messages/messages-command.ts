import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import type { BackendConfig } from '#server/config.ts'
import type { Database } from '#server/database/schema.ts'
import { vacuumSqliteFile } from '#server/database/sqlite/erase-deleted-rows.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { deleteMessages, findMessagesByIdOrEmail, findRateLimitedMessages } from './delete-messages.ts'
import { formatMessageDetails, formatMessageTable, listMessages } from './format-messages.ts'
import { streamMessagesCsv } from './messages-csv.ts'
import type { StoredMessage } from './stored-messages.ts'
import {
  findMessageByIdPrefix,
  moveMessageToInbox,
  moveRateLimitedMessagesToInbox,
  replayDeadEmails,
  replayEmail,
} from './stored-messages.ts'

interface MessagesCommandContext {
  readonly print: (text: string) => Promise<void>
  /** Whether `print` writes to a terminal, which interprets control characters. */
  readonly isTerminal: boolean
  /** Asks a yes-or-no question. Rejects unless the answer is yes. */
  readonly confirm: (question: string) => Promise<void>
  readonly database: BackendConfig['database']
  readonly emlFolder: string
}

/** A parsed command, to run with an open database. */
export type MessagesCommand = (db: Database, context: MessagesCommandContext) => Promise<void>

const HELP = `Lists, exports, requeues and deletes contact messages. It can run while the server runs.

  npm run messages -- list      lists the newest messages
        --folder inbox|spam     only messages in this folder
        --state waiting|sent|dead   only messages whose email has this state
        --limit <number>        at most this many; default 50
  npm run messages -- show <id>
                                shows one message
  npm run messages -- export --to <file.csv>
                                exports all messages as CSV; without --to to standard output
  npm run messages -- replay <id>
                                retries a dead email for another 72 hours
  npm run messages -- replay --dead
                                retries every dead email
  npm run messages -- release <id>
                                moves a message from the spam folder to the inbox and sends its email
  npm run messages -- release --too-many
                                does that for every message that exceeded an hourly or daily limit
  npm run messages -- delete <id or email address>
                                deletes a message, or all messages of a person, with emails and .eml files
  npm run messages -- delete --too-many
                                deletes every message that exceeded an hourly or daily limit
        --yes                   deletes without confirmation

The beginning of an id is enough. The command uses the server's database: DATABASE_URL, or the file in BACKEND_FOLDER.`

/**
 * Parses the arguments of `npm run messages`. Returns the command to run, or the help text. Throws `UserError` or an
 * error of `parseArgs` for invalid arguments.
 */
export function parseMessagesCommand([name, ...args]: readonly string[]): MessagesCommand | string {
  if (name === undefined || [name, ...args].some((arg) => arg === '--help' || arg === '-h')) return HELP
  const command = commands.get(name)
  if (!command) throw new UserError(`Unknown command "${name}": use ${[...commands.keys()].join(', ')} or --help`)
  return command(args)
}

const commands: ReadonlyMap<string, (args: string[]) => MessagesCommand> = new Map([
  ['list', listCommand],
  ['show', showCommand],
  ['export', exportCommand],
  ['replay', replayCommand],
  ['release', releaseCommand],
  ['delete', parseDeleteCommand],
])

const TEXT = { type: 'string' } as const

function listCommand(args: string[]): MessagesCommand {
  const { values } = parseArgs({ args, options: { folder: TEXT, state: TEXT, limit: { ...TEXT, default: '50' } } })
  const filter = {
    folder: parseChoice(['inbox', 'spam'], 'folder', values.folder),
    state: parseChoice(['waiting', 'sent', 'dead'], 'state', values.state),
    limit: Number(values.limit),
  }
  if (!(Number.isInteger(filter.limit) && filter.limit > 0))
    throw new UserError('--limit must be a whole number of at least 1')
  return async (db, { print }) => print(`${await listMessages(db, filter)}\n`)
}

function showCommand(args: string[]): MessagesCommand {
  const id = parseSingleId(args)
  return async (db, { print }) => print(`${formatMessageDetails(await findMessageByIdPrefix(db, id))}\n`)
}

function exportCommand(args: string[]): MessagesCommand {
  const { to } = parseArgs({ args, options: { to: TEXT } }).values
  return async (db, { print, isTerminal }) => {
    if (to) {
      await writeNewFile(to, streamMessagesCsv(db))
      await print(`Exported all messages to ${to}\n`)
    } else {
      if (isTerminal) throw new UserError('Set an output file: --to messages.csv')
      for await (const text of streamMessagesCsv(db)) await print(text)
    }
  }
}

function replayCommand(args: string[]): MessagesCommand {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { dead: { type: 'boolean' } } })
  if (values.dead && positionals.length === 0)
    return async (db, { print }) => {
      const count = await replayDeadEmails(db)
      await print(count === 1 ? '1 email is queued again.\n' : `${count} emails are queued again.\n`)
    }
  if (values.dead || !positionals[0]) throw new UserError('Specify an email: replay <id>, or replay --dead for all')
  const id = parseSingleId(positionals)
  return async (db, { print }) => {
    const message = await findMessageByIdPrefix(db, id)
    await replayEmail(db, message)
    await print(`The email of message ${message.id} is queued again.\n`)
  }
}

function releaseCommand(args: string[]): MessagesCommand {
  const options = { 'too-many': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const isRateLimited = values['too-many']
  if (isRateLimited && positionals.length === 0)
    return async (db, { print }) => {
      const count = await moveRateLimitedMessagesToInbox(db)
      await print(count === 1 ? '1 message moved to the inbox.\n' : `${count} messages moved to the inbox.\n`)
    }
  if (isRateLimited) throw new UserError('Specify the messages: release <id>, or release --too-many')
  const id = parseSingleId(positionals)
  return async (db, { print }) => {
    const message = await findMessageByIdPrefix(db, id)
    await moveMessageToInbox(db, message)
    await print(`Message ${message.id} moved to the inbox, and its email is queued.\n`)
  }
}

function parseChoice<Value extends string>(
  values: readonly Value[],
  option: string,
  given: string | undefined,
): Value | undefined {
  const value = values.find((choice) => choice === given)
  if (given !== undefined && !value)
    throw new UserError(`--${option} must be one of ${values.join(', ')}, not "${given}"`)
  return value
}

function parseSingleId(args: string[]): string {
  const [id, ...more] = parseArgs({ args, allowPositionals: true }).positionals
  if (!id || more.length > 0) throw new UserError('Specify the id of one message: see npm run messages -- list')
  return id
}

/** Writes a new file with mode 0600, because it contains personal data. Throws `UserError` if the file exists. */
async function writeNewFile(path: string, text: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const problem =
      error.code === 'EEXIST' ? 'exists already: choose another file' : `cannot be written (${error.code})`
    throw new UserError(`${path} ${problem}`, { cause: error })
  })
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

/** Maximum number of messages that are listed before they are deleted. */
const MAX_LISTED = 20

/**
 * Parses `delete <id or email address> [--yes]` and `delete --too-many`: deletes messages with their emails and `.eml`
 * files after a confirmation.
 */
function parseDeleteCommand(args: string[]): MessagesCommand {
  const options = { yes: { type: 'boolean' }, 'too-many': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [idOrEmail] = positionals
  if (positionals.length !== (values['too-many'] ? 0 : 1) || idOrEmail === '')
    throw new UserError('Specify the id of one message or an email address: delete <id or email>, or delete --too-many')
  return async (db, context) => {
    const { print, confirm, database } = context
    const found = idOrEmail
      ? await findMessagesByIdOrEmail({ db, database }, idOrEmail)
      : await findRateLimitedMessages(db)
    await print(`${formatSummary(found)}\n`)
    if (!values.yes) await confirm(`Delete ${found.length === 1 ? 'it' : 'them'} permanently?`)
    const deleted = await deleteMessages(
      { ...context, db },
      found.map(({ id }) => id),
      () => print('The server is sending one of the emails. Waiting until that ends, two minutes at most …\n'),
    )
    const { messages, emails, emlFiles, sentEmails } = deleted
    const counts = [count(messages, 'message'), count(emails, 'email of the outbox', 'emails of the outbox')]
    await print(`Deleted: ${[...counts, count(emlFiles, '.eml file')].join(', ')}.\n`)
    await vacuumDatabaseFile(db, context)
    await print(formatRemainingCopies(sentEmails))
  }
}

function formatSummary(messages: readonly StoredMessage[]): string {
  const days = [messages[0], messages.at(-1)].map((message) => formatDay(message?.received_at ?? 0))
  const unsent = messages.filter(({ state }) => state === 'waiting').length
  const unlisted = messages.length - MAX_LISTED
  return [
    formatMessageTable(messages.slice(0, MAX_LISTED)),
    ...(unlisted > 0 ? [`… and ${count(unlisted, 'other message')}`] : []),
    `${count(messages.length, 'message')}, received ${[...new Set(days)].join(' to ')} (UTC)`,
    ...(unsent > 0
      ? [`${count(unsent, 'email')} not sent to the office yet. Emails of deleted messages are not sent.`]
      : []),
  ].join('\n')
}

async function vacuumDatabaseFile(db: Database, { database, print }: MessagesCommandContext): Promise<void> {
  if (!('file' in database)) return
  try {
    await vacuumSqliteFile(db)
  } catch (error) {
    throw new UserError(
      `The messages are deleted, but ${database.file} could not be rewritten (${getErrorMessage(error)}) and may still contain parts of their text: fix the cause, then run sqlite3 ${database.file} VACUUM`,
      { cause: error },
    )
  }
  await print(`${database.file} was rewritten and no longer contains their text.\n`)
}

const formatRemainingCopies = (sentEmails: number) => `\
Not deleted by this command:
  emails in the office’s mailbox (${sentEmails === 0 ? 'no email of these messages was sent' : `${count(sentEmails, 'email')} sent`})
  backups: delete those made before now, or let npm run backup -- --keep delete them
The log contains no names, addresses or message texts.
`

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`

const formatDay = (time: number) => new Date(time).toISOString().slice(0, 10)
