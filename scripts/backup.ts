import { parseArgs } from 'node:util'
import { parseServerConfig } from '#server/config.ts'
import { backUpSqlite } from '#server/database/back-up-sqlite.ts'
import { UserError } from '#shared/user-error.ts'
import { runCommand } from './cli/run-command.ts'

/** `npm run backup`: copies the SQLite database while the server may be running. */
await runCommand(async () => {
  const [file, ...others] = parseArgs({ allowPositionals: true }).positionals
  if (!file || others.length > 0) throw new UserError('Name one new file: npm run backup -- <file>')
  const { database } = parseServerConfig(process.env)
  if ('url' in database)
    throw new UserError(
      'DATABASE_URL is set. Back up PostgreSQL with pg_dump: docs/deploying.md, "Back up and restore"',
    )
  const messages = await backUpSqlite(database.file, file)
  console.log(`${database.file} is backed up to ${file}, with ${messages.toLocaleString('en-US')} messages`)
})
