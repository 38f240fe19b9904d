import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createPostgresDatabase } from '#tests/setup/database/postgres-database.ts'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'
import { startContacts } from './contact-load.ts'
import { endLeases, findViolations, readStored, waitForMails } from './outcome.ts'
import { getDatabase, startProductionServer } from './production-server.ts'

/** `KILLS=100 npm test -- faults/kill` repeats the measurement of docs/deploying.md, Capacity. */
const KILLS = Number(process.env.KILLS ?? 5)
/** ms for one kill on a slow machine. */
const KILL_TIMEOUT_MS = 20_000

const CONTACTS_PER_SECOND = 30
/** A number that a server answers in its short life, so that no contact waits for many of them. */
const MAX_OPEN_CONTACTS = 6
/** Long enough for a contact that meets many killed servers on a slow machine. */
const ABANDON_AFTER_MS = 15 * 60_000
/** Range of the random ms before a kill. */
const MIN_DELAY_MS = 20
const MAX_DELAY_MS = 600
/** Every n-th server is killed while it starts. */
const KILL_AT_START_INTERVAL = 5
/** Messages that every other server acknowledges before it is killed, also on a slow machine. */
const MIN_MESSAGES = 5
const ACKNOWLEDGE_TIMEOUT_MS = 20_000
const MAIL_TIMEOUT_MS = 60_000

test.each(['SQLite', 'PostgreSQL'])(
  '§12 Messages: a server on %s that is killed again and again loses no acknowledged message',
  { timeout: 120_000 + KILLS * KILL_TIMEOUT_MS },
  async (name) => {
    const folder = await createTestFolder()
    const databaseUrl = name === 'PostgreSQL' ? await createPostgresDatabase() : undefined
    const database = getDatabase({ folder, databaseUrl })
    const random = createSeededRandom('kills')
    const mailServer = await startMailServer()
    onTestFinished(() => mailServer.stop())
    const port = await getFreePort()
    const load = startContacts({
      urls: [`http://127.0.0.1:${port}`],
      rate: CONTACTS_PER_SECOND,
      maxOpen: MAX_OPEN_CONTACTS,
      random: createSeededRandom('contacts'),
      repeatedShare: 0.1,
      retryDelayMs: 200,
      abandonAfterMs: ABANDON_AFTER_MS,
    })

    async function start() {
      const server = await startProductionServer({ folder, databaseUrl, mailServer: mailServer.url, port })
      onTestFinished(server.kill)
      return server
    }

    for (let count = 1; count <= KILLS; count++) {
      const server = await start()
      const isKilledAtStart = count % KILL_AT_START_INTERVAL === 0
      if (!isKilledAtStart) await server.url
      const before = load.acknowledged.length
      await sleep(MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS))
      const deadline = performance.now() + ACKNOWLEDGE_TIMEOUT_MS
      while (!isKilledAtStart && load.acknowledged.length < before + MIN_MESSAGES && performance.now() < deadline)
        await sleep(10)
      await server.kill()
    }
    await endLeases(database)
    const last = await start()
    await last.url
    await load.finish()
    await waitForMails(database, MAIL_TIMEOUT_MS)
    await last.kill()

    const { acknowledged, abandoned, requests } = load
    const stored = await readStored(database)
    expect(findViolations({ kills: KILLS, acknowledged, abandoned, ...stored, mails: mailServer.emails })).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(8)
    expect(requests.filter(({ status }) => status !== 200).length).toBeGreaterThan(0)
  },
)
