import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backend, startBackend } from '#server/backend.ts'
import { backendConfig } from '#server/config.ts'
import { endWithParent } from './ending.ts'
import { runCommand } from './run-command.ts'

/** ms for requests and mails on their way: who started this process does not wait longer. */
const GRACE = 2_500

/** The backend of a site on this machine. Its address stands in its folder while it runs. */
const folder = process.env.BACKEND_FOLDER || '.backend'
const note = join(folder, 'address.json')
let backend: Backend | undefined

endWithParent(async () => {
  await backend?.stop()
  const noted = await readFile(note, 'utf8').catch(() => '{}')
  if (JSON.parse(noted).pid === process.pid) await rm(note)
})

await runCommand(async () => {
  backend = await startBackend(backendConfig(process.env), { grace: GRACE, logLines: process.stderr })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(note, `${JSON.stringify({ url: backend.url, pid: process.pid })}\n`)
  process.send?.({ url: backend.url })
})
