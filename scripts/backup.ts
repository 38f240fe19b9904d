import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { getBackupRecord, parseStorageConfig } from '#server/config/server-config.ts'
import { formatDatabaseName } from '#server/database/open-database.ts'
import { getErrorMessage, UserError } from '#shared/user-error.ts'
import { writeFileAtomic } from '#shared/write-file-atomic.ts'
import { addBackup } from './backup/backup-folder.ts'
import { writeBackup } from './backup/write-backup.ts'
import { runCommand } from './cli/run-command.ts'
import { COMMANDS } from './commands.mjs'

/** `npm run backup`: backs up the database while the server may be running. */
await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: COMMANDS.backup.options, allowPositionals: true })
  const [target, ...others] = values.folder === undefined ? positionals : [values.folder, ...positionals]
  if (!target || others.length > 0)
    throw new UserError('Name one new file: npm run backup -- <file>, or a folder: npm run backup -- --folder <folder>')
  const { database, dataFolder } = parseStorageConfig(process.env)

  async function write(file: string): Promise<void> {
    const messages = await writeBackup(database, file)
    await recordBackup(dataFolder, file)
    const name = formatDatabaseName(database)
    console.log(`${name} is backed up to ${file}, with ${messages.toLocaleString('en-US')} messages`)
  }
  if (values.folder === undefined) await write(target)
  else await addBackup(target, 'url' in database ? 'dump' : 'sqlite', write)
})

/** Tells the server, which exports the time of the last backup. */
async function recordBackup(dataFolder: string, file: string): Promise<void> {
  const record = getBackupRecord(dataFolder)
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 })
    await writeFileAtomic(record, Buffer.from(`${file}\n`), { mode: 0o600, sync: false })
  } catch (error) {
    throw new UserError(
      `${file} is complete, but ${record} could not be written, so monitoring does not see it: ${getErrorMessage(error)}`,
      { cause: error },
    )
  }
}
