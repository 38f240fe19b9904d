import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startBackend } from '#server/backend.ts'
import { parseBackendConfig } from '#server/config.ts'
import { openSession, sendMessage } from './contact-client.ts'

/**
 * Runs a backend in the folder BACKEND_FOLDER, fills the disk, sends messages, frees the disk, and prints what
 * happened.
 */
const message = { name: 'Ada', email: 'ada@engine.example', message: 'x'.repeat(5_000) }
const config = parseBackendConfig(process.env)
const filler = join(config.dataFolder, 'filler')
const lines: string[] = []

const { url, stop } = await startBackend(config, { logStream: { write: (line) => void lines.push(line) } })
const session = await openSession(url)
fillDisk()
const key = randomUUID()
const rejections: string[] = []
const sendOnce = () => sendMessage(url, session, { key, message })
for (let count = 0; count < 5; count++) await sendOnce().catch((error: unknown) => rejections.push(String(error)))
const isReady = async () => (await fetch(`${url}/health/ready`)).ok
const wasReady = await isReady()
const log = lines.map((line) => JSON.parse(line))
rmSync(filler)
const ids = [await sendOnce(), await sendOnce()]
while (!(await isReady())) await pause(200) // the server caches its health for some seconds
await stop()
console.log(JSON.stringify({ rejections, wasReady, log, ids }))
process.exit()

function fillDisk(): void {
  for (const size of [65_536, 4_096]) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    }
  }
}
