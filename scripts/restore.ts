import { parseArgs } from 'node:util'
import { BadInput } from '#cms/sync/bad-input.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { parseBackendConfig } from '#server/config.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { onShutdown } from '#server/shutdown.ts'
import { confirm } from './cli/confirm.ts'
import { runCommand } from './cli/run-command.ts'

const HELP = `Restores a backup of the messages. Stop every server first:

  npm run restore -- <folder of the backup> [--replace] [--yes]
        --replace   replaces a database that has messages, after a backup of them
        --yes       does not ask before that

The database is that of the server: DATABASE_URL, or the file in BACKEND_FOLDER. Start the server afterwards: it brings an
older database up to date, sends the mails that waited when the backup was made, and deletes messages after their retention.`

onShutdown(async () => {}) // what is unfinished is removed when this process exits

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean' }, yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) console.log(HELP)
  else await restore(positionals, values)
  process.exit() // the channel to who started this process would keep it
})

async function restore([backup, ...more]: readonly string[], { replace = false, yes = false }): Promise<void> {
  if (!backup || more.length > 0) throw new BadInput('Name the folder of one backup: npm run restore -- <folder>')
  const target = parseBackendConfig(process.env)
  console.log(`Restoring ${backup} into ${formatDatabaseName(target.database)}`)
  const options = { canReplace: replace, confirm: yes ? async () => {} : confirm }
  const { manifest, replaced, emlFiles } = await restoreBackup(backup, target, options)
  if (replaced) console.log(`What was there before: ${replaced}`)
  for (const [table, rows] of Object.entries(manifest.rows))
    console.log(`${table.padEnd(14)}${rows.toLocaleString('en-US').padStart(10)} rows`)
  console.log(`${'.eml files'.padEnd(14)}${emlFiles.toLocaleString('en-US').padStart(10)} added`)
  console.log(
    `Restored as of ${manifest.createdAt}. Erase again what was erased after that: npm run messages -- delete`,
  )
}
