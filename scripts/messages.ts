import { getEmlFolder, parseStorageConfig } from '#server/config/server-config.ts'
import { confirm } from './cli/confirm.ts'
import { runCommand } from './cli/run-command.ts'
import { runMessagesCommand } from './messages/messages-command.ts'

/** Shows, exports, resends and deletes contact messages: `npm run messages -- --help`. */
process.stdout.on('error', () => process.exit()) // EPIPE: the reader, such as `head`, has closed the pipe

await runCommand(() => runMessagesCommand(process.argv.slice(2), { getStorage, print, confirm }))

function getStorage() {
  const { database, dataFolder } = parseStorageConfig(process.env)
  return { database, emlFolder: getEmlFolder(dataFolder) }
}

function print(line: string): Promise<void> {
  return new Promise((resolve, reject) =>
    process.stdout.write(`${line}\n`, (error) => (error ? reject(error) : resolve())),
  )
}
