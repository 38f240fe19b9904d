import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'
import { startContacts } from './contact-load.ts'
import { findViolations, readStored, waitForMails } from './outcome.ts'
import { startProductionServer } from './production-server.ts'

/** A lease of two minutes, and the delays after two failed attempts. */
const MAIL_TIMEOUT_MS = 240_000

test('§12 Run: two servers on one PostgreSQL store each message and send each mail once, also one that is sent to both', async () => {
  const folder = await createTestFolder()
  const databaseUrl = await createPostgresDatabase()
  const mailServer = await startMailServer()
  onTestFinished(() => mailServer.stop())

  async function start(name: string) {
    await mkdir(join(folder, name))
    const server = await startProductionServer({ folder: join(folder, name), databaseUrl, mailServer: mailServer.url })
    onTestFinished(server.kill)
    return { ...server, url: await server.url }
  }

  const servers = [await start('first'), await start('second')]
  const { acknowledged, abandoned, done } = startContacts({
    urls: servers.map(({ url }) => url),
    rate: 20,
    count: 60,
    random: createSeededRandom('two'),
    repeatedShare: 0.1,
  })
  await done
  await waitForMails({ url: databaseUrl }, MAIL_TIMEOUT_MS)
  for (const server of servers) server.signal('SIGTERM')
  expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0])

  const mails = mailServer.emails
  const stored = await readStored({ url: databaseUrl })
  expect(findViolations({ kills: 0, acknowledged, abandoned, ...stored, mails })).toEqual([])
  expect(stored.messages).toHaveLength(60)
  expect(acknowledged.filter(({ ids }) => ids.length === 2).length).toBeGreaterThan(0)
  expect(new Set(mails.map(({ clientHostname }) => clientHostname)).size).toBe(2)
})
