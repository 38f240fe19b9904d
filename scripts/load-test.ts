import { parseArgs } from 'node:util'
import { BadInput } from '#cms/sync/bad-input.ts'
import { checkFuzz, runFuzz } from '#tests/faults/fuzz-run.ts'
import { formatFuzzRun, formatLoadRun } from '#tests/faults/load-report.ts'
import { checkLoad, type LoadRunOptions, runLoad } from '#tests/faults/load-run.ts'
import type { Check } from '#tests/faults/verdict.ts'
import { type Postgres, startPostgres } from '#tests/setup/database/postgres.ts'
import { runCommand } from './cli/run-command.ts'

const USAGE = `npm run load-test -- [options]    sends contacts through the production server, and counts

  --rate <number>       contacts that arrive in a second (100)
  --seconds <number>    how long they arrive (60)
  --database <name>     sqlite or postgres; both unless given
  --faults              kills the backend twice, and restarts PostgreSQL once in the middle
  --nodes <number>      servers on one PostgreSQL (1)
  --fuzz <number>       sends so many fuzzed requests in place of contacts
  --seed <text>         the same seed gives the same moments and requests
  --log <file>          keeps the output of the servers`

const DATABASES = ['sqlite', 'postgres'] as const

/** ms */
const SETTLE_MS = 30_000
const KILLS = 2

interface Settings extends Pick<LoadRunOptions, 'rate' | 'seconds' | 'nodes' | 'seed' | 'logFile'> {
  readonly databases: readonly (typeof DATABASES)[number][]
  readonly hasFaults: boolean
  /** Fuzzed requests to send in place of contacts. */
  readonly fuzz: number | undefined
}

/** Throws `BadInput`. */
function readSettings(): Settings {
  const { values } = parseArgs({
    options: {
      rate: { type: 'string', default: '100' },
      seconds: { type: 'string', default: '60' },
      nodes: { type: 'string', default: '1' },
      database: { type: 'string' },
      faults: { type: 'boolean', default: false },
      fuzz: { type: 'string' },
      seed: { type: 'string', default: String(Date.now()) },
      log: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit()
  }
  const nodes = wholeNumber('nodes', values.nodes)
  const databases = DATABASES.filter((name) => name === (values.database ?? name))
  if (databases.length === 0)
    throw new BadInput(`--database is "${values.database}": name sqlite or postgres, or none for both`)
  if (nodes > 1 && databases.includes('sqlite'))
    throw new BadInput(`--nodes is ${nodes}, and SQLite is for one node: add --database postgres`)
  return {
    rate: wholeNumber('rate', values.rate),
    seconds: wholeNumber('seconds', values.seconds),
    nodes,
    databases,
    hasFaults: values.faults,
    fuzz: values.fuzz === undefined ? undefined : wholeNumber('fuzz', values.fuzz),
    seed: values.seed,
    logFile: values.log,
  }
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new BadInput(`--${name} is "${text}": name a number from 1 on`)
  return number
}

async function restart({ shutDown, start }: Postgres): Promise<void> {
  await shutDown()
  await start()
}

async function runOn(name: (typeof DATABASES)[number], settings: Settings): Promise<readonly Check[]> {
  console.log(`\n${name}: ${describe(settings)}, seed ${settings.seed}\n`)
  const postgres: Postgres | undefined = name === 'postgres' ? await startPostgres() : undefined
  try {
    const databaseUrl = await postgres?.createDatabase()
    return await (settings.fuzz ? fuzz(settings.fuzz, settings, databaseUrl) : load(settings, databaseUrl, postgres))
  } finally {
    await postgres?.stop()
  }
}

function describe({ rate, seconds, nodes, hasFaults, fuzz }: Settings): string {
  if (fuzz) return `${fuzz} fuzzed requests`
  const servers = nodes > 1 ? ` to ${nodes} servers` : ''
  return `${rate} contacts/s for ${seconds} s${servers}${hasFaults ? ', with faults' : ''}`
}

async function load(settings: Settings, databaseUrl?: string, postgres?: Postgres): Promise<readonly Check[]> {
  const run = await runLoad({
    ...settings,
    databaseUrl,
    kills: settings.hasFaults ? KILLS : 0,
    restartDatabase: settings.hasFaults && postgres ? () => restart(postgres) : undefined,
    settleMs: SETTLE_MS,
  })
  console.log(formatLoadRun(run))
  return checkLoad(run)
}

async function fuzz(count: number, settings: Settings, databaseUrl?: string): Promise<readonly Check[]> {
  const run = await runFuzz({ ...settings, count, databaseUrl, settleMs: SETTLE_MS })
  console.log(formatFuzzRun(run))
  return checkFuzz(run)
}

function describeFailure({ rule, broken }: Check): string {
  const [first, ...others] = broken
  return `FAILED: ${rule}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

await runCommand(async () => {
  const settings = readSettings()
  const checks: Check[] = []
  for (const name of settings.databases) checks.push(...(await runOn(name, settings)))
  const failed = checks.filter(({ broken }) => broken.length > 0)
  console.log(['', ...failed.map(describeFailure)].join('\n'))
  console.log(`${checks.length - failed.length} passed, ${failed.length} failed`)
  process.exit(failed.length > 0 ? 1 : 0)
})
