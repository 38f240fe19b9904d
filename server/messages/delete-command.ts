import { parseArgs } from 'node:util'
import type { Database } from '#server/database/schema.ts'
import { vacuumSqliteFile } from '#server/database/sqlite/erase-deleted-rows.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import type { MessagesCommand, MessagesCommandContext } from './command-context.ts'
import { deleteMessages, findMessagesByIdOrEmail, findRateLimitedMessages } from './delete-messages.ts'
import { formatMessageTable } from './format-messages.ts'
import type { StoredMessage } from './stored-messages.ts'

/** Messages that are shown before they are deleted. */
const SHOWN = 20

/** `delete <id or e-mail address> [--yes]`, or `delete --too-many`: erases messages with their mails and `.eml` files, after a question. */
export function parseDeleteCommand(args: string[]): MessagesCommand {
  const options = { yes: { type: 'boolean' }, 'too-many': { type: 'boolean' } } as const
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options })
  const [idOrEmail] = positionals
  if (positionals.length !== (values['too-many'] ? 0 : 1) || idOrEmail === '')
    throw new UserError('Give the id of one message or an e-mail address: delete <id or e-mail>, or delete --too-many')
  return async (db, context) => {
    const { print, confirm, database } = context
    const found = idOrEmail
      ? await findMessagesByIdOrEmail({ db, database }, idOrEmail)
      : await findRateLimitedMessages(db)
    await print(`${summary(found)}\n`)
    if (!values.yes) await confirm(`Delete ${found.length === 1 ? 'it' : 'them'} for good?`)
    const deleted = await deleteMessages(
      { ...context, db },
      found.map(({ id }) => id),
      () => print('The server is sending one of the mails. Waiting for it, for two minutes at most …\n'),
    )
    const { messages, emails, emlFiles, sentEmails } = deleted
    const counts = [count(messages, 'message'), count(emails, 'mail of the outbox', 'mails of the outbox')]
    await print(`Deleted: ${[...counts, count(emlFiles, '.eml file')].join(', ')}.\n`)
    await eraseFromFile(db, context)
    await print(notReached(sentEmails))
  }
}

function summary(messages: readonly StoredMessage[]): string {
  const days = [messages[0], messages.at(-1)].map((message) => day(message?.received_at ?? 0))
  const unsent = messages.filter(({ state }) => state === 'waiting').length
  const hidden = messages.length - SHOWN
  return [
    formatMessageTable(messages.slice(0, SHOWN)),
    ...(hidden > 0 ? [`… and ${count(hidden, 'other message')}`] : []),
    `${count(messages.length, 'message')}, received ${[...new Set(days)].join(' to ')} (UTC)`,
    ...(unsent > 0 ? [`${count(unsent, 'mail')} not sent to the office yet: deleted messages are not sent.`] : []),
  ].join('\n')
}

async function eraseFromFile(db: Database, { database, print }: MessagesCommandContext): Promise<void> {
  if (!('file' in database)) return
  try {
    await vacuumSqliteFile(db)
  } catch (error) {
    throw new UserError(
      `The messages are deleted, but ${database.file} could not be rewritten (${getErrorMessage(error)}) and may still contain parts of their text: solve that, then run sqlite3 ${database.file} VACUUM`,
      { cause: error },
    )
  }
  await print(`${database.file} was rewritten and no longer contains their text.\n`)
}

const notReached = (sentMails: number) => `\
Not deleted by this command:
  mails in the office’s mailbox (${sentMails === 0 ? 'none of these messages was mailed' : `${count(sentMails, 'mail')} sent`})
  backups: delete those that are older than this moment, or let npm run backup -- --keep remove them
The log contains no names, addresses or texts.
`

const count = (number: number, one: string, many = `${one}s`) => `${number} ${number === 1 ? one : many}`

const day = (time: number) => new Date(time).toISOString().slice(0, 10)
