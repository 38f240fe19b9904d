import { parseArgs } from 'node:util'
import { parseServerConfig } from '#server/config.ts'
import { backUpSqlite } from '#server/database/back-up-sqlite.ts'
import { UserError } from '#shared/user-error.ts'
import { runCommand } from './cli/run-command.ts'

/** `npm run backup`: copies the SQLite database while the server may be running. */
await runCommand(async () => {
  await backUp(parseArgs({ allowPositionals: true }).positionals)
  process.exit() // the IPC channel to the parent process would keep this process alive
})

async function backUp([file, ...others]: readonly string[]): Promise<void> {
  if (!file || others.length > 0) throw new UserError('Name one new file: npm run backup -- <file>')
  const { database } = parseServerConfig(process.env)
  if ('url' in database)
    throw new UserError(
      'DATABASE_URL is set. Back up PostgreSQL with pg_dump: docs/deploying.md, "Back up and restore"',
    )
  const messages = await backUpSqlite(database.file, file)
  console.log(`${database.file} is backed up to ${file}, with ${messages.toLocaleString('en-US')} messages`)
}
