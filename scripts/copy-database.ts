import { parseArgs } from 'node:util'
import { getSqliteFile, parseStorageConfig } from '#server/config/server-config.ts'
import { copySqliteToPostgres } from '#server/database/copy-to-postgres.ts'
import { UserError } from '#shared/user-error.ts'
import { runCommand } from './cli/run-command.ts'

/** `npm run database:copy`: copies the SQLite database to an empty PostgreSQL. */
await runCommand(async () => {
  parseArgs({ options: {} })
  const { database, dataFolder } = parseStorageConfig(process.env)
  if (!('url' in database)) throw new UserError('DATABASE_URL is not set: set it to the PostgreSQL database to copy to')
  const copied = await copySqliteToPostgres({ file: getSqliteFile(dataFolder) }, database)
  for (const [table, rows] of copied) console.log(`${table}: ${rows.toLocaleString('en-US')} rows copied`)
})
