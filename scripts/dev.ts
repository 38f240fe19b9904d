import { watch } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './cli/run-command.ts'
import { type ServerProcess, startServerProcess } from './dev/server-process.ts'

/**
 * `npm run dev`: serves the site from its sources with hot reload and the same content as `npm start`. Starts again when
 * the code of the server changes, which Node loads once per process.
 */
const SERVER_FOLDERS = ['server', 'shared']
const DEBOUNCE_MS = 100

let site: ServerProcess | undefined
let last = Promise.resolve()
let isScheduled = false
onShutdown(async () => site?.stop())

await runCommand(async () => {
  console.log('Starting the development server …')
  site = await start(process.argv.slice(2))
  process.send?.({ url: site.url })
  for (const folder of SERVER_FOLDERS)
    watch(folder, { recursive: true }, (_, name) => {
      if (name && /(?<!\.test|\.gen)\.ts$/.test(name)) restart(`${folder}/${name}`)
    })
})

function start(args: readonly string[]): Promise<ServerProcess> {
  return startServerProcess({
    name: 'development server',
    module: new URL('dev/dev-process.ts', import.meta.url),
    args,
    onUnexpectedExit: () => process.exit(1),
  })
}

/** Starts the server again, after a start that is under way. One that fails has printed why; the next change tries again. */
function restart(file: string): void {
  if (isScheduled) return
  isScheduled = true
  last = last.then(async () => {
    await delay(DEBOUNCE_MS)
    isScheduled = false
    console.log(`${file} has changed: the server starts again …`)
    await site?.stop()
    site = await start([...process.argv.slice(2), '--again']).catch(() => undefined)
  })
}
