import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './cli/run-command.ts'
import { restartOnChange } from './dev/restart-on-change.ts'
import { type ServerProcess, startServerProcess } from './dev/server-process.ts'

let site: ServerProcess | undefined
onShutdown(async () => site?.stop())

/** `npm run dev`: serves the site from its sources with hot reload and the same content as `npm start`. */
await runCommand(async () => {
  console.log('Starting the development server …')
  process.send?.({ url: await start() })
  restartOnChange(['server', 'shared'], async () => {
    await site?.stop()
    await start('--again')
  })
})

async function start(...moreArgs: readonly string[]): Promise<string> {
  site = await startServerProcess({
    name: 'development server',
    module: new URL('dev/dev-process.ts', import.meta.url),
    args: [...process.argv.slice(2), ...moreArgs],
    onUnexpectedExit: () => process.exit(1),
  })
  return site.url
}
