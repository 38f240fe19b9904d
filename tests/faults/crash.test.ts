import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { insertQueuedEmail, readOutboxRow } from '#tests/setup/messages.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { getDatabaseFile, startProductionServer } from './production-server.ts'

test('a server that ends after an uncaught error counts the attempt of the current mail', async () => {
  const folder = await createTestFolder()
  await using db = await openDatabase({ file: getDatabaseFile(folder) })
  const id = await insertQueuedEmail(db)
  const port = await getFreePort()
  const silentServer = createServer().listen(port, '127.0.0.1') // a mail server that never responds
  onTestFinished(() => void silentServer.close())
  const source = 'process.on("SIGUSR2", () => { throw new Error("thrown by a timer") })'
  const server = await startProductionServer({
    folder,
    mailServer: `smtp://127.0.0.1:${port}`,
    env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` },
  })
  onTestFinished(server.kill)
  await once(silentServer, 'connection')
  server.signal('SIGUSR2')
  expect(await server.ended).toBe(1)
  expect(server.readOutput()).toContain('thrown by a timer')
  expect(await readOutboxRow(db, id)).toMatchObject({ state: 'waiting', attempts: 1, leased_by: expect.any(String) })
})
