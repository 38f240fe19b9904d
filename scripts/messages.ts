import { getEmlFolder, parseBackendConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { parseMessagesCommand } from '#server/messages/messages-command.ts'
import { confirm } from './cli/confirm.ts'
import { runCommand } from './cli/run-command.ts'

/** Shows, exports, sends again and deletes what visitors wrote: `npm run messages -- --help`. */
process.stdout.on('error', () => process.exit()) // who read this, as `head` does, has enough

await runCommand(() => runMessages(process.argv.slice(2)))
process.exit() // the channel to who started this process would keep it

async function runMessages(args: readonly string[]): Promise<void> {
  const command = parseMessagesCommand(args)
  if (typeof command === 'string') return print(`${command}\n`)
  const { database, dataFolder } = parseBackendConfig(process.env)
  const db = await openDatabase(database)
  try {
    await command(db, {
      print,
      isTerminal: process.stdout.isTTY,
      confirm,
      database,
      emlFolder: getEmlFolder(dataFolder),
    })
  } finally {
    await db.destroy()
  }
}

function print(text: string): Promise<void> {
  return new Promise((done, failed) => process.stdout.write(text, (error) => (error ? failed(error) : done())))
}
