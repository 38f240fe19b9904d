import { parseArgs } from 'node:util'
import type { Database } from '#server/database/schema.ts'
import { vacuumSqliteFile } from '#server/database/sqlite/erase-deleted-rows.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import type { MessagesCommand, MessagesCommandContext } from './command-context.ts'
import { deleteMessages, findMessagesByIdOrEmail, findRateLimitedMessages } from './delete-messages.ts'
import { formatMessageTable } from './format-messages.ts'
import type { StoredMessage } from './stored-messages.ts'

/** Maximum number of messages that are listed before they are deleted. */
const MAX_LISTED = 20

/** Parses `delete <id or email address> [--yes]` and `delete --too-many`: deletes messages with their emails and `.eml` files after a confirmation. */
export function parseDeleteCommand(args: string[]): MessagesCommand {
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
