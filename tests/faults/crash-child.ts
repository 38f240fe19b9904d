import { openDatabase } from '#server/database/open-database.ts'
import { startOutboxWorker } from '#server/outbox/outbox-worker.ts'

/**
 * An outbox worker that sends its mails to the parent process. A mail with the text "crash" ends the process, by
 * SIGKILL or with CRASH=throw by an uncaught error, which is handled as in server/processes/role-process.ts.
 */
const db = await openDatabase(JSON.parse(process.env.TARGET ?? ''))
process.on('disconnect', () => process.exit())
const worker = startOutboxWorker({
  db,
  leaseMs: 1_000,
  pollIntervalMs: 50,
  graceMs: 200,
  log: { info() {}, warn() {}, error() {} },
  deliver: async ({ messageId, message }, stopped) => {
    if (message === 'crash') await crash(stopped)
    process.send?.(messageId)
  },
})

process.on('uncaughtException', () => {
  worker.stop({ isCrash: true }).finally(() => process.exit(1))
})

function crash(stopped: AbortSignal): Promise<never> {
  if (process.env.CRASH !== 'throw') process.kill(process.pid, 'SIGKILL')
  setImmediate(() => {
    throw new Error('The mail cannot be sent')
  })
  return new Promise((_, reject) => stopped.addEventListener('abort', reject))
}
