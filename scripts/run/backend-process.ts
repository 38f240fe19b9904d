import { startBackend } from '#server/backend.ts'
import { backendConfig } from '#server/config.ts'
import { runNotedServer } from './noted-server.ts'

/** ms for requests and mails on their way: who started this process does not wait longer. */
const GRACE = 2_500

/** The backend of a site on this machine, as its environment has it. */
await runNotedServer(async () => {
  const config = backendConfig(process.env)
  const { url, stop } = await startBackend(config, { grace: GRACE, logLines: process.stderr })
  return { folder: config.folder, url, stop }
})
