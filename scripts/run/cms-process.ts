import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type LocalContentful, startLocalContentful } from '#cms/local/server.ts'
import { endWithParent } from './ending.ts'
import { runCommand } from './run-command.ts'

/** The local Contentful as a process of its own, so that it can be stopped alone. Its address stands in its state folder while it runs. */
const [folder = '', port] = process.argv.slice(2)
const note = join(folder, 'address.json')
let contentful: LocalContentful | undefined

endWithParent(async () => {
  await contentful?.close()
  const noted = await readFile(note, 'utf8').catch(() => '{}')
  if (JSON.parse(noted).pid === process.pid) await rm(note)
})

await runCommand(async () => {
  contentful = await startLocalContentful({ folder, port: Number(port) })
  await writeFile(note, `${JSON.stringify({ url: contentful.url, pid: process.pid })}\n`)
  process.send?.({ url: contentful.url })
})
