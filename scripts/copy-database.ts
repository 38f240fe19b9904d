import { parseArgs } from 'node:util'
import { BadInput } from '#cms/sync/bad-input.ts'
import { getSqliteFile, parseBackendConfig } from '#server/config.ts'
import { copySqliteToPostgres } from '#server/database/copy-to-postgres.ts'
import { runCommand } from './cli/run-command.ts'

const HELP = `Copies the backend's SQLite database to the PostgreSQL of DATABASE_URL, whose tables must be empty:

  npm run database:copy [-- --from <file>]

The file is the one in BACKEND_FOLDER unless it is named. Stop the server first, and start it with DATABASE_URL afterwards.
Rows and SHA-256 digests of every table are compared before anything is committed.`

await runCommand(async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) console.log(HELP)
  else await copy(values.from)
  process.exit() // the channel to who started this process would keep it
})

async function copy(from: string | undefined): Promise<void> {
  const { database: to, dataFolder } = parseBackendConfig(process.env)
  if (!('url' in to)) throw new BadInput('DATABASE_URL is not set: set it to the PostgreSQL to copy to')
  const file = from ?? getSqliteFile(dataFolder)
  console.log(`Copying ${file}`)
  const copied = await copySqliteToPostgres({ file }, to)
  for (const { name, rows, digest } of copied)
    console.log(`${name.padEnd(14)}${rows.toLocaleString('en-US').padStart(10)} rows  ${digest}`)
  console.log('Rows and digests are the same in both.')
}
