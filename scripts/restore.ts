import { parseArgs } from 'node:util'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { parseBackendConfig } from '#server/config.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { onShutdown } from '#server/shutdown.ts'
import { UserError } from '#shared/user-error.ts'
import { confirm } from './cli/confirm.ts'
import { runCommand } from './cli/run-command.ts'

const HELP = `Restores a backup of the messages. Stop every server first:

  npm run restore -- <folder of the backup> [--replace] [--yes]
        --replace   backs up and then replaces a database that has messages
        --yes       does not ask for confirmation

The database is that of the server: DATABASE_URL, or the file in BACKEND_FOLDER. Start the server afterwards: it migrates an
older database, sends the emails that were queued in the backup, and deletes messages after their retention period.`

onShutdown(async () => {}) // exit handlers remove unfinished files

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) console.log(HELP)
  else await restore(positionals, values)
  process.exit() // the IPC channel to the parent process would keep this process alive
})

async function restore([backup, ...others]: readonly string[], { replace = false, yes = false }): Promise<void> {
  if (!backup || others.length > 0) throw new UserError('Name the folder of one backup: npm run restore -- <folder>')
  const target = parseBackendConfig(process.env)
  console.log(`Restoring ${backup} into ${formatDatabaseName(target.database)}`)
  const options = { canReplace: replace, confirm: yes ? async () => {} : confirm }
  const { manifest, replaced, emlFiles } = await restoreBackup(backup, target, options)
  if (replaced) console.log(`Backup of the replaced database: ${replaced}`)
  for (const [table, rows] of Object.entries(manifest.rows))
    console.log(`${table.padEnd(14)}${rows.toLocaleString('en-US').padStart(10)} rows`)
  console.log(`${'.eml files'.padEnd(14)}${emlFiles.toLocaleString('en-US').padStart(10)} added`)
  console.log(
    `Restored as of ${manifest.createdAt}. Delete again what was deleted after that: npm run messages -- delete`,
  )
}
