import { parseArgs } from 'node:util'
import { getSqliteFile, parseBackendConfig } from '#server/config.ts'
import { copySqliteToPostgres } from '#server/database/copy-to-postgres.ts'
import { UserError } from '#shared/user-error.ts'
import { runCommand } from './cli/run-command.ts'

const HELP = `Copies the backend's SQLite database to the PostgreSQL database of DATABASE_URL, whose tables must be empty:

  npm run database:copy [-- --from <file>]

The default file is the database in BACKEND_FOLDER. Stop the server first, and start it with DATABASE_URL afterwards.
Row counts and SHA-256 digests of every table are compared before the transaction is committed.`

await runCommand(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) console.log(HELP)
  else await copy(values.from)
  process.exit() // the IPC channel to the parent process would keep this process alive
})

async function copy(from: string | undefined): Promise<void> {
  const { database: to, dataFolder } = parseBackendConfig(process.env)
  if (!('url' in to)) throw new UserError('DATABASE_URL is not set: set it to the PostgreSQL database to copy to')
  const file = from ?? getSqliteFile(dataFolder)
  console.log(`Copying ${file}`)
  const copied = await copySqliteToPostgres({ file }, to)
  for (const { name, rows, digest } of copied)
    console.log(`${name.padEnd(14)}${rows.toLocaleString('en-US').padStart(10)} rows  ${digest}`)
  console.log('Rows and digests are the same in both.')
}
