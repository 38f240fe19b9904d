import { openDatabase } from '#server/database/open.ts'
import { startWorker } from '#server/outbox/worker.ts'

/** A worker whose process is killed by a mail with the text "crash"; it sends the others to the parent. */
const db = await openDatabase(JSON.parse(process.env.TARGET ?? ''))
process.on('disconnect', () => process.exit())
startWorker({
  db,
  lease: 1_000,
  poll: 50,
  log: { info() {}, warn() {}, error() {} },
  deliver: async ({ messageId, message }) => {
    if (message === 'crash') process.kill(process.pid, 'SIGKILL')
    process.send?.(messageId)
  },
})
