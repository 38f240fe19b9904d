import { spawn } from 'node:child_process'
import { once } from 'node:events'

const SCRIPT = `
const { DatabaseSync } = require('node:sqlite')
const database = new DatabaseSync(process.argv[1], { timeout: 5_000 })
database.exec('begin immediate')
process.stdin.resume().on('end', () => database.close())
process.stdout.write('locked')`

/** Locks an SQLite database against writes from another process, as a backup or a second server does. */
export async function lockDatabase(file: string) {
  const child = spawn(process.execPath, ['--eval', SCRIPT, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  await Promise.race([
    once(child.stdout, 'data'),
    exit.then(() => Promise.reject(new Error(`${file} could not be locked`))),
  ])
  return {
    /** Releases the lock and resolves when the other process has exited. */
    release: async () => {
      child.stdin.end()
      await exit
    },
  }
}
