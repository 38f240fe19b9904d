import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '#tests/setup/mail-server.ts'
import { getFreePort } from '#tests/setup/process/free-port.ts'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'
import { startContacts } from './contact-load.ts'
import { countCopies, endLeases, findViolations, type Outcome, readStored, waitForMails } from './outcome.ts'
import { getDatabase, type ProductionServer, startProductionServer } from './production-server.ts'
import { percentile, readWholeNumber, runScript } from './run-script.ts'

const USAGE = `node tests/faults/kill-run.ts [options]    kills the server at random moments while visitors send messages,
                                           and checks that no message is lost

  --kills <number>    default: 100
  --database <name>   sqlite or postgres; default: both
  --seed <text>       seed of the random generator, to repeat a run`

interface KillRunOptions {
  /** Folder of the server. */
  readonly folder: string
  /** PostgreSQL instead of SQLite. */
  readonly databaseUrl?: string | undefined
  readonly kills: number
  readonly seed: string
}

interface KillRun extends Outcome {
  /** Number of requests without an acknowledgement. */
  readonly failedRequests: number
  /** ms from the start of a process until it listens, of each start. */
  readonly startTimes: readonly number[]
}

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

/** Kills one server after the other while contacts arrive; a last one then sends the mails that are left. */
export async function runKills({ folder, databaseUrl, kills, seed }: KillRunOptions): Promise<KillRun> {
  const random = createSeededRandom(seed)
  const mailServer = await startMailServer()
  const port = await getFreePort()
  const database = getDatabase({ folder, databaseUrl })
  const load = startContacts({
    urls: [`http://127.0.0.1:${port}`],
    rate: CONTACTS_PER_SECOND,
    maxOpen: MAX_OPEN_CONTACTS,
    random: createSeededRandom(`${seed} contacts`),
    repeatedShare: 0.1,
    retryDelayMs: 200,
    abandonAfterMs: ABANDON_AFTER_MS,
  })
  const startTimes: number[] = []
  const start = () => startProductionServer({ folder, databaseUrl, mailServer: mailServer.url, port })
  let server: ProductionServer | undefined

  async function waitUntilListening({ url }: ProductionServer): Promise<void> {
    const started = performance.now()
    await url
    startTimes.push(performance.now() - started)
  }

  try {
    for (let count = 1; count <= kills; count++) {
      server = await start()
      const isKilledAtStart = count % KILL_AT_START_INTERVAL === 0
      if (!isKilledAtStart) await waitUntilListening(server)
      const before = load.acknowledged.length
      await sleep(MIN_DELAY_MS + random() * (MAX_DELAY_MS - MIN_DELAY_MS))
      const deadline = performance.now() + ACKNOWLEDGE_TIMEOUT_MS
      while (!isKilledAtStart && load.acknowledged.length < before + MIN_MESSAGES && performance.now() < deadline)
        await sleep(10)
      await server.kill()
    }
    await endLeases(database)
    server = await start()
    await waitUntilListening(server)
    await load.finish()
    await waitForMails(database, MAIL_TIMEOUT_MS)
  } finally {
    await server?.kill()
    await mailServer.stop()
  }
  const { acknowledged, abandoned, requests } = load
  const failedRequests = requests.filter(({ status }) => status !== 200).length
  const stored = await readStored(database)
  return { kills, acknowledged, abandoned, ...stored, mails: mailServer.emails, failedRequests, startTimes }
}

if (import.meta.main)
  await runScript({
    usage: USAGE,
    options: { kills: '100' },
    run: async ({ folder, databaseUrl }, options) => {
      const run = await runKills({ folder, databaseUrl, kills: readWholeNumber(options, 'kills'), seed: options.seed })
      console.table({
        kills: run.kills,
        acknowledged: run.acknowledged.length,
        'failed requests': run.failedRequests,
        stored: run.messages.length,
        mails: run.mails.length,
        'mails sent again': countCopies(run.mails),
        'median start, ms': percentile(run.startTimes, 50),
      })
      return findViolations(run)
    },
  })
