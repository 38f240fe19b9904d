import { open } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { UserError } from '#shared/user-error.ts'
import { moveMessageToInbox, moveRateLimitedMessagesToInbox, replayDeadEmails, replayEmail } from './change-messages.ts'
import type { MessagesCommand } from './command-context.ts'
import { parseDeleteCommand } from './delete-command.ts'
import { formatMessageDetails, listMessages } from './format-messages.ts'
import { streamMessagesCsv } from './messages-csv.ts'
import { findMessageByIdPrefix } from './stored-messages.ts'

const HELP = `Shows what visitors wrote, and sends what was given up again. It may run beside the server.

  npm run messages -- list      the newest messages
        --folder inbox|spam     only of this folder
        --state waiting|sent|dead   only those whose mail is in this state
        --limit <number>        at most so many; 50 unless it is given
  npm run messages -- show <id>
  npm run messages -- export --to <file.csv>
                                all as CSV; without --to on standard output
  npm run messages -- replay <id>
                                tries a dead mail for another 72 hours
  npm run messages -- replay --dead
                                every dead mail
  npm run messages -- release <id>
                                moves a message from the spam folder to the inbox, and mails it
  npm run messages -- release --too-many
                                every message that is there because it was beyond a limit of an hour or a day
  npm run messages -- delete <id or e-mail address>
                                erases a message, or all messages of a person, with mails and .eml files
  npm run messages -- delete --too-many
                                erases every message that is in the spam folder because it was beyond a limit
        --yes                   does not ask before that

Of an id its beginning is enough. The database is that of the server: DATABASE_URL, or the file in BACKEND_FOLDER.`

/** The command that the arguments ask for, or the text of its help. Throws `UserError`, or parseArgs' errors, where it is none. */
export function parseMessagesCommand([name, ...args]: readonly string[]): MessagesCommand | string {
  if (name === undefined || [name, ...args].some((arg) => arg === '--help' || arg === '-h')) return HELP
  const command = commands.get(name)
  if (!command) throw new UserError(`There is no command "${name}": use ${[...commands.keys()].join(', ')} or --help`)
  return command(args)
}

const commands: ReadonlyMap<string, (args: string[]) => MessagesCommand> = new Map([
  ['list', list],
  ['show', show],
  ['export', exportAll],
  ['replay', replayOneOrDead],
  ['release', releaseOneOrTooMany],
  ['delete', parseDeleteCommand],
])

const TEXT = { type: 'string' } as const

function list(args: string[]): MessagesCommand {
  const { values } = parseArgs({ args, options: { folder: TEXT, state: TEXT, limit: { ...TEXT, default: '50' } } })
  const filter = {
    folder: oneOf(['inbox', 'spam'], 'folder', values.folder),
    state: oneOf(['waiting', 'sent', 'dead'], 'state', values.state),
    limit: Number(values.limit),
  }
  if (!(Number.isInteger(filter.limit) && filter.limit > 0))
    throw new UserError('--limit takes a whole number from 1 on')
  return async (db, { print }) => print(`${await listMessages(db, filter)}\n`)
}

function show(args: string[]): MessagesCommand {
  const id = onlyId(args)
  return async (db, { print }) => print(`${formatMessageDetails(await findMessageByIdPrefix(db, id))}\n`)
}

function exportAll(args: string[]): MessagesCommand {
  const { to } = parseArgs({ args, options: { to: TEXT } }).values
  return async (db, { print, isTerminal }) => {
    if (to) {
      await writeNew(to, streamMessagesCsv(db))
      await print(`All messages are in ${to}\n`)
    } else {
      if (isTerminal) throw new UserError('Name a file: --to messages.csv')
      for await (const text of streamMessagesCsv(db)) await print(text)
    }
  }
}

function replayOneOrDead(args: string[]): MessagesCommand {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { dead: { type: 'boolean' } } })
  if (values.dead && positionals.length === 0)
    return async (db, { print }) => {
      const count = await replayDeadEmails(db)
      await print(count === 1 ? '1 mail waits again.\n' : `${count} mails wait again.\n`)
    }
  if (values.dead || !positionals[0]) throw new UserError('Say which mail: replay <id>, or replay --dead for all')
  const id = onlyId(positionals)
  return async (db, { print }) => {
    const message = await findMessageByIdPrefix(db, id)
    await replayEmail(db, message)
    await print(`The mail of ${message.id} waits again.\n`)
  }
}

function releaseOneOrTooMany(args: string[]): MessagesCommand {
  const options = { 'too-many': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const isTooMany = values['too-many']
  if (isTooMany && positionals.length === 0)
    return async (db, { print }) => {
      const count = await moveRateLimitedMessagesToInbox(db)
      await print(count === 1 ? '1 message is in the inbox.\n' : `${count} messages are in the inbox.\n`)
    }
  if (isTooMany) throw new UserError('Say which messages: release <id>, or release --too-many')
  const id = onlyId(positionals)
  return async (db, { print }) => {
    const message = await findMessageByIdPrefix(db, id)
    await moveMessageToInbox(db, message)
    await print(`${message.id} is in the inbox, and its mail waits.\n`)
  }
}

function oneOf<Value extends string>(
  values: readonly Value[],
  option: string,
  given: string | undefined,
): Value | undefined {
  const value = values.find((known) => known === given)
  if (given !== undefined && !value) throw new UserError(`--${option} is one of ${values.join(', ')}, not "${given}"`)
  return value
}

function onlyId(args: string[]): string {
  const [id, ...more] = parseArgs({ args, allowPositionals: true }).positionals
  if (!id || more.length > 0) throw new UserError('Give the id of one message: see npm run messages -- list')
  return id
}

/** For its owner's eyes: these are people's words and addresses. */
async function writeNew(path: string, text: AsyncIterable<string>): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    const problem =
      error.code === 'EEXIST' ? 'is there already: name another file' : `cannot be written (${error.code})`
    throw new UserError(`${path} ${problem}`, { cause: error })
  })
  try {
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}
