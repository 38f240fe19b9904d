import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '#scripts/cli/run-command.ts'
import { onChildShutdown } from '#server/shutdown.ts'

interface Server {
  /** Where its address stands. */
  readonly folder: string
  readonly url: string
  readonly stop: () => Promise<unknown>
}

/**
 * What a process does that runs one server for another process of ours (server/processes/server-process.ts), so that it can be stopped
 * alone. The server's address stands in its folder while it runs, and is sent to who started it.
 */
export async function runServerProcess(start: () => Promise<Server>): Promise<void> {
  let server: Server | undefined
  onChildShutdown(async () => {
    if (!server) return
    await server.stop()
    const note = noteIn(server)
    const noted = await readFile(note, 'utf8').catch(() => '{}')
    if (JSON.parse(noted).pid === process.pid) await rm(note)
  })
  await runCommand(async () => {
    server = await start()
    await mkdir(server.folder, { recursive: true, mode: 0o700 })
    await writeFile(noteIn(server), `${JSON.stringify({ url: server.url, pid: process.pid })}\n`)
    process.send?.({ url: server.url })
  })
}

const noteIn = ({ folder }: Server) => join(folder, 'address.json')
