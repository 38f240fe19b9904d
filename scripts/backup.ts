import { parseArgs } from 'node:util'
import { createBackup, getBackupFolder } from '#server/backup/create-backup.ts'
import { parseBackendConfig } from '#server/config.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { onShutdown } from '#server/shutdown.ts'
import { UserError } from '#shared/user-error.ts'
import { runCommand } from './cli/run-command.ts'

const HELP = `Backs up messages, queued emails and .eml files. The server may be running:

  npm run backup -- [--to <folder>] [--keep <number>]
        --to <folder>      the folder for backups; default: "backups" in BACKEND_FOLDER
        --keep <number>    keeps this many backups and removes older ones after the new backup is verified; default: all

Only its owner can read a backup folder. PostgreSQL needs pg_dump (Debian: postgresql-client). Copy backups to another
machine, and test npm run restore with one of them.`

onShutdown(async () => {}) // exit handlers remove unfinished backups

await runCommand(async () => {
  const options = { to: { type: 'string' }, keep: { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const
  const { to, keep, help } = parseArgs({ options }).values
  if (help) console.log(HELP)
  else await backUp(to, keep === undefined ? undefined : parseKeep(keep))
  process.exit() // the IPC channel to the parent process would keep this process alive
})

function parseKeep(text: string): number {
  const keep = Number(text)
  if (Number.isInteger(keep) && keep > 0) return keep
  throw new UserError(`--keep is "${text}": use a number of backups, at least 1`)
}

async function backUp(targetFolder: string | undefined, keepCount: number | undefined): Promise<void> {
  if (targetFolder === '') throw new UserError('--to is empty: name a folder')
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
