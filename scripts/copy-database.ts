import { parseArgs } from 'node:util'
import { getSqliteFile, parseServerConfig } from '#server/config.ts'
import { copySqliteToPostgres } from '#server/database/copy-to-postgres.ts'
import { UserError } from '#shared/user-error.ts'
import { runCommand } from './cli/run-command.ts'

const HELP = `Copies the SQLite database in BACKEND_FOLDER to the PostgreSQL database of DATABASE_URL, which must be empty:

  npm run database:copy

Stop the server first, and start it with DATABASE_URL afterwards.`

await runCommand(async () => {
  const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
  if (values.help) console.log(HELP)
  else await copy()
  process.exit() // the IPC channel to the parent process would keep this process alive
})

async function copy(): Promise<void> {
  const { database, dataFolder } = parseServerConfig(process.env)
  if (!('url' in database)) throw new UserError('DATABASE_URL is not set: set it to the PostgreSQL database to copy to')
  const copied = await copySqliteToPostgres({ file: getSqliteFile(dataFolder) }, database)
  for (const [table, rows] of copied) console.log(`${table}: ${rows.toLocaleString('en-US')} rows copied`)
}
