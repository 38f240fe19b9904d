import { type Backend, startBackend } from '#server/backend.ts'
import { backendConfig } from '#server/config.ts'
import { nameOf } from '#server/database/open.ts'
import { mailsGoTo } from '#server/outbox/mails-go-to.ts'
import { onShutdown } from '#server/shutdown.ts'
import { runCommand } from './run/run-command.ts'

/** ms; what is on its way has 8 s of them. */
const END = 10_000

/** The contact backend alone, for a server. README, Going live. */
let backend: Backend | undefined
onShutdown(async () => backend?.stop(), END)
await runCommand(async () => {
  const config = backendConfig(process.env)
  backend = await startBackend(config)
  console.log(`The backend listens at ${backend.url}`)
  console.log(`Messages are kept in ${nameOf(config.database)}`)
  console.log(mailsGoTo(config.transport))
  process.send?.({ url: backend.url })
})
