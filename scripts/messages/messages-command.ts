import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runSubcommand } from '#scripts/cli/run-subcommand.ts'
import { COMMANDS } from '#scripts/commands.mjs'
import type { ServerConfig } from '#server/config/server-config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Database } from '#server/database/schema.ts'
import { vacuumSqliteFile } from '#server/database/sqlite/erase-deleted-rows.ts'
import { isSqliteBusy } from '#server/database/sqlite/retry-while-busy.ts'
import { deleteMessages } from '#server/messages/delete-messages.ts'
import {
  findMessageById,
  findMessagesByEmail,
  findNewestMessages,
  findRateLimitedMessages,
  type MessageFilter,
  releaseMessages,
  replayDeadEmails,
  type StoredMessage,
} from '#server/messages/stored-messages.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { escapeControlCharacters, formatMessageDetails, formatMessageTable } from './format-messages.ts'
import { formatMessagesCsv, streamMessagesCsv } from './messages-csv.ts'

/** What the commands read and print to. */
export interface MessagesCommandContext {
  /** Reads the database and the folder of `.eml` files from the settings. */
  readonly getStorage: () => { readonly database: ServerConfig['database']; readonly emlFolder: string }
  readonly print: (line: string) => Promise<void>
  /** Asks a yes-or-no question. Rejects unless the answer is yes. */
  readonly confirm: (question: string) => Promise<void>
}

const {
  list: listing,
  'replay [id]': replaying,
  'release [id]': releasing,
  'delete [id-or-email]': deleting,
} = COMMANDS.messages.subcommands

/** Runs `npm run messages`, which shows, exports, requeues and deletes contact messages. */
export function runMessagesCommand(args: readonly string[], context: MessagesCommandContext): Promise<void> {
  return runSubcommand(COMMANDS.messages, args, {
    list: (args) => list(context, parseFilter(args)),
    show: ([id = '']) => show(context, id),
    export: ([emailOrFile = '', file]) => exportCsv(context, emailOrFile, file),
    replay: (args) => {
      const { values, positionals } = parseArgs({ args, options: replaying.options, allowPositionals: true })
      return replay(context, chooseOne(positionals[0], values.dead, '--dead'))
    },
    release: (args) => {
      const { values, positionals } = parseArgs({ args, options: releasing.options, allowPositionals: true })
      return release(context, chooseOne(positionals[0], values['too-many'], '--too-many'))
    },
    delete: (args) => {
      const { values, positionals } = parseArgs({ args, options: deleting.options, allowPositionals: true })
      return erase(context, chooseOne(positionals[0], values['too-many'], '--too-many'), values.yes ?? false)
    },
  })
}

/** Parses the options of `list`, whose choices the table has. */
function parseFilter(args: string[]): MessageFilter {
  const { folder, state } = listing.options
  const { values } = parseArgs({ args, options: listing.options })
  const limit = Number(values.limit ?? 50)
  if (!Number.isInteger(limit) || limit < 1)
    throw new UserError(`--limit is "${values.limit}": use a whole number of at least 1`)
  return {
    folder: folder.choices.find((choice) => choice === values.folder),
    state: state.choices.find((choice) => choice === values.state),
    limit,
  }
}

/** Returns the argument, or `undefined` if the option selects many messages. Exactly one of both must be given. */
function chooseOne(argument: string | undefined, isOptionSet: boolean | undefined, option: string): string | undefined {
  if ((argument === undefined) === (isOptionSet === true)) return argument
  throw new UserError(`Name one message, or use ${option}: see npm run messages -- list`)
}

/** Opens the database for one piece of work: a command that waits for an answer does not keep the file open. */
async function withDatabase<Result>(
  context: MessagesCommandContext,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  await using db = await openWhenUnlocked(context)
  return await work(db)
}

/** Waits while another process locks the SQLite file, and says so. */
async function openWhenUnlocked({ getStorage, print }: MessagesCommandContext): Promise<Database> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openDatabase(getStorage().database)
    } catch (error) {
      if (!(error instanceof UserError && isSqliteBusy(error.cause))) throw error
      if (attempt === 1) await print('The database is locked by another process. Waiting until it is free …')
    }
  }
}

async function list(context: MessagesCommandContext, filter: MessageFilter): Promise<void> {
  const found = await withDatabase(context, (db) => findNewestMessages(db, filter))
  await context.print(found.length === 0 ? 'No messages found.' : formatMessageTable(found))
}

async function show(context: MessagesCommandContext, id: string): Promise<void> {
  await context.print(formatMessageDetails(await withDatabase(context, (db) => findMessageById(db, id))))
}

async function exportCsv(context: MessagesCommandContext, emailOrFile: string, path?: string): Promise<void> {
  if (emailOrFile.includes('@')) return exportPerson(context, emailOrFile, path)
  if (path !== undefined) throw new UserError(`${emailOrFile} is not an email address: name one, or one file only`)
  await withDatabase(context, async (db) => {
    await using file = await createFile(emailOrFile)
    await file.writeFile(streamMessagesCsv(db))
  })
  await context.print(`Exported all messages to ${emailOrFile}`)
}

async function exportPerson(context: MessagesCommandContext, email: string, givenPath?: string): Promise<void> {
  const person = escapeControlCharacters(email)
  const found = await withDatabase(context, (db) => findMessagesByEmail(db, context.getStorage().database, email))
  if (found.length === 0) throw new UserError(`No message from ${person}`)
  const path = givenPath ?? resolve(`${email.replace(/[^\w.+@-]/g, '_')}.csv`)
  await using file = await createFile(path)
  await file.writeFile(formatMessagesCsv(found))
  await context.print(`Exported ${count(found.length, 'message')} of ${person} to ${path}`)
}

/** Creates a file with mode 0600, because it will contain personal data. An existing file is refused. */
async function createFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (cause) {
    throw new UserError(`${path} cannot be written: ${getErrorMessage(cause)}`, { cause })
  }
}

async function replay(context: MessagesCommandContext, id: string | undefined): Promise<void> {
  const replayed = await withDatabase(context, async (db) => {
    const message = id === undefined ? undefined : await findMessageById(db, id)
    const emails = await replayDeadEmails(db, message?.id)
    if (message && emails === 0)
      throw new UserError(`Message ${message.id} has no dead email: it is waiting, was sent, or is in the spam folder`)
    return emails
  })
  await context.print(`${count(replayed, 'email')} queued again`)
}

async function release(context: MessagesCommandContext, id: string | undefined): Promise<void> {
  const released = await withDatabase(context, async (db) => {
    const message = id === undefined ? undefined : await findMessageById(db, id)
    const messages = await releaseMessages(db, message?.id)
    if (message && messages === 0) throw new UserError(`Message ${message.id} is not in the spam folder`)
    return messages
  })
  await context.print(
    `${count(released, 'message')} moved to the inbox, with the email${released === 1 ? '' : 's'} queued`,
  )
}

/** Maximum number of messages that are listed before they are deleted. */
const MAX_LISTED = 20

async function erase(context: MessagesCommandContext, idOrEmail: string | undefined, isConfirmed: boolean) {
  const { print, confirm, getStorage } = context
  const { database, emlFolder } = getStorage()
  const found = await withDatabase(context, async (db) => {
    if (idOrEmail === undefined) return findRateLimitedMessages(db)
    if (idOrEmail.includes('@')) return findMessagesByEmail(db, database, idOrEmail)
    return [await findMessageById(db, idOrEmail)]
  })
  if (found.length === 0)
    throw new UserError(
      idOrEmail === undefined ? 'No message exceeded a limit' : `No message from ${escapeControlCharacters(idOrEmail)}`,
    )
  await print(formatSummary(found))
  if (!isConfirmed) await confirm(`Delete ${found.length === 1 ? 'it' : 'them'} permanently?`)
  const ids = found.map(({ id }) => id)
  const onSending = () =>
    print('The server is sending one of the emails. Waiting until that ends, two minutes at most …')
  const deleted = await withDatabase(context, (db) => deleteMessages({ db, emlFolder }, ids, onSending))
  await print(`Deleted: ${count(deleted.messages, 'message')}, ${count(deleted.emlFiles, '.eml file')}`)
  if ('file' in database) await vacuum(context, database.file)
  await print('Not deleted: emails in the office’s mailbox, and backups that were made before now')
}

/** Removes the text of deleted rows from the SQLite file. */
async function vacuum(context: MessagesCommandContext, file: string): Promise<void> {
  try {
    await withDatabase(context, vacuumSqliteFile)
  } catch (error) {
    throw new UserError(
      `The messages are deleted, but ${file} could not be rewritten (${getErrorMessage(error)}) and may still contain parts of their text: fix the cause, then run sqlite3 ${file} VACUUM`,
      { cause: error },
    )
  }
  await context.print(`${file} was rewritten and no longer contains their text`)
}

function formatSummary(messages: readonly StoredMessage[]): string {
  const unsent = messages.filter(({ state }) => state === 'waiting').length
  const unlisted = messages.length - MAX_LISTED
  return [
    formatMessageTable(messages.slice(0, MAX_LISTED)),
    ...(unlisted > 0 ? [`… and ${count(unlisted, 'other message')}`] : []),
    ...(unsent > 0 ? [`${count(unsent, 'email')} of them will not be sent to the office`] : []),
  ].join('\n')
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`
