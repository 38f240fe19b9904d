import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalContentful } from 'contentful-local'
import { startContentfulInProcess } from '#cms/sync/contentful/start-contentful-in-process.ts'
import { runCommand } from '#scripts/cli/run-command.ts'
import { onChildShutdown } from '#server/process/shutdown.ts'

/**
 * Runs the local Contentful in a child process (local-contentful.ts), so that it can be stopped separately. Sends its URL to
 * the parent process, and writes it to address.json in its folder while it runs. Sets a damaged state folder aside.
 */
const [folder = '', port, pictureCacheFolder = ''] = process.argv.slice(2)
const addressFile = join(folder, 'address.json')
let server: LocalContentful | undefined

onChildShutdown(async () => {
  await server?.close()
  const address = await readFile(addressFile, 'utf8').catch(() => '{}')
  if (JSON.parse(address).pid === process.pid) await rm(addressFile) // a newer process may have replaced it
})

await runCommand(async () => {
  server = await startContentfulInProcess({ folder, port: Number(port), pictureCacheFolder, log: console.log })
  await writeFile(addressFile, `${JSON.stringify({ url: server.url, pid: process.pid })}\n`)
  process.send?.({ url: server.url })
})
