import { parseArgs } from 'node:util'
import { BadInput } from '#cms/sync/bad-input.ts'
import { createBackup, getBackupFolder } from '#server/backup/create-backup.ts'
import { parseBackendConfig } from '#server/config.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './cli/run-command.ts'

const HELP = `Backs up the messages, their mails and the .eml files, while the server runs:

  npm run backup -- [--to <folder>] [--keep <number>]
        --to <folder>      where the backups are; "backups" in BACKEND_FOLDER unless it is given
        --keep <number>    removes the oldest ones, once the new one is verified; all are kept unless it is given

A backup is a folder for its owner alone. PostgreSQL needs pg_dump (Debian: postgresql-client). Keep backups on another
machine too, and try npm run restore with one of them.`

onShutdown(async () => {}) // what is unfinished is removed when this process exits

await runCommand(async () => {
  const options = { to: { type: 'string' }, keep: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  const { to, keep, help } = parseArgs({ options }).values
  if (help) console.log(HELP)
  else await backUp(to, keep === undefined ? undefined : parseKeep(keep))
  process.exit() // the channel to who started this process would keep it
})

function parseKeep(text: string): number {
  const keep = Number(text)
  if (Number.isInteger(keep) && keep > 0) return keep
  throw new BadInput(`--keep is "${text}": give the number of backups to keep, from 1 on`)
}

async function backUp(targetFolder: string | undefined, keepCount: number | undefined): Promise<void> {
  if (targetFolder === '') throw new BadInput('--to is empty: name a folder')
  const { database, dataFolder } = parseBackendConfig(process.env)
  console.log(`Backing up ${formatDatabaseName(database)} to ${targetFolder ?? getBackupFolder(dataFolder)}`)
  const { path, manifest, removedBackups } = await createBackup({ database, dataFolder }, { targetFolder, keepCount })
  for (const [table, rows] of Object.entries(manifest.rows))
    console.log(`${table.padEnd(14)}${rows.toLocaleString('en-US').padStart(10)} rows`)
  console.log(`${'.eml files'.padEnd(14)}${(manifest.files.length - 1).toLocaleString('en-US').padStart(10)}`)
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0)
  console.log(`Verified: ${path} (${(bytes / 1e6).toFixed(1)} MB)`)
  for (const name of removedBackups) console.log(`Removed: ${name}`)
}
