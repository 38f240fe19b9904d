import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '#scripts/cli/run-command.ts'
import { onChildShutdown } from '#server/shutdown.ts'

interface Server {
  /** The folder for its address file. */
  readonly folder: string
  readonly url: string
  readonly stop: () => Promise<unknown>
}

/**
 * Runs a server in a child process (server-process.ts), so that it can be stopped separately. Sends its
 * URL to the parent process, and writes it to address.json in its folder while the server runs.
 */
export async function runServerProcess(start: () => Promise<Server>): Promise<void> {
  let server: Server | undefined
  onChildShutdown(async () => {
    if (!server) return
    await server.stop()
    const file = getAddressFile(server)
    const address = await readFile(file, 'utf8').catch(() => '{}')
    if (JSON.parse(address).pid === process.pid) await rm(file) // a newer process may have replaced it
  })
  await runCommand(async () => {
    server = await start()
    await mkdir(server.folder, { recursive: true, mode: 0o700 })
    await writeFile(getAddressFile(server), `${JSON.stringify({ url: server.url, pid: process.pid })}\n`)
    process.send?.({ url: server.url })
  })
}

const getAddressFile = ({ folder }: Server) => join(folder, 'address.json')
