import { parseArgs } from 'node:util'
import { UserError } from '#shared/user-error.ts'
import { checkFuzz, runFuzz } from '#tests/faults/fuzz-run.ts'
import { formatFuzzRun, formatLoadRun } from '#tests/faults/load-report.ts'
import { checkLoad, type LoadRunOptions, runLoad } from '#tests/faults/load-run.ts'
import type { Check } from '#tests/faults/outcome-checks.ts'
import { type Postgres, startPostgres } from '#tests/setup/database/postgres.ts'
import { runCommand } from './cli/run-command.ts'

const USAGE = `npm run load-test -- [options]    sends contact messages to the production server and checks that none is lost

  --rate <number>       contact messages per second (default: 100)
  --seconds <number>    duration (default: 60)
  --database <name>     sqlite or postgres (default: both)
  --faults              kills the backend twice and restarts PostgreSQL once during the run
  --nodes <number>      servers that share one PostgreSQL (default: 1)
  --fuzz <number>       sends this number of fuzzed requests instead of contact messages
  --seed <text>         seed of the random generator, to repeat a run
  --log <file>          writes the output of the servers to a file`

const DATABASES = ['sqlite', 'postgres'] as const

/** Time for the outbox to empty after the last message. */
const SETTLE_MS = 30_000
const KILLS = 2

interface LoadTestOptions extends Pick<LoadRunOptions, 'rate' | 'seconds' | 'nodes' | 'seed' | 'logFile'> {
  readonly databases: readonly (typeof DATABASES)[number][]
  readonly hasFaults: boolean
  /** Number of fuzzed requests to send instead of contact messages. */
  readonly fuzz: number | undefined
}

/** Throws `UserError` for invalid arguments. */
function parseOptions(): LoadTestOptions {
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
  const nodes = parseWholeNumber('nodes', values.nodes)
  const databases = DATABASES.filter((name) => name === (values.database ?? name))
  if (databases.length === 0)
    throw new UserError(`--database is "${values.database}": use sqlite or postgres, or leave it out for both`)
  if (nodes > 1 && databases.includes('sqlite'))
    throw new UserError(`--nodes is ${nodes}, but SQLite supports one node only: add --database postgres`)
  return {
    rate: parseWholeNumber('rate', values.rate),
    seconds: parseWholeNumber('seconds', values.seconds),
    nodes,
    databases,
    hasFaults: values.faults,
    fuzz: values.fuzz === undefined ? undefined : parseWholeNumber('fuzz', values.fuzz),
    seed: values.seed,
    logFile: values.log,
  }
}

function parseWholeNumber(name: string, text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new UserError(`--${name} is "${text}": use a whole number, at least 1`)
  return number
}

async function restart({ shutDown, start }: Postgres): Promise<void> {
  await shutDown()
  await start()
}

async function runOnDatabase(name: (typeof DATABASES)[number], options: LoadTestOptions): Promise<readonly Check[]> {
  console.log(`\n${name}: ${describeRun(options)}, seed ${options.seed}\n`)
  const postgres: Postgres | undefined = name === 'postgres' ? await startPostgres() : undefined
  try {
    const databaseUrl = await postgres?.createDatabase()
    return await (options.fuzz ? fuzz(options.fuzz, options, databaseUrl) : load(options, databaseUrl, postgres))
  } finally {
    await postgres?.stop()
  }
}

function describeRun({ rate, seconds, nodes, hasFaults, fuzz }: LoadTestOptions): string {
  if (fuzz) return `${fuzz} fuzzed requests`
  const servers = nodes > 1 ? ` to ${nodes} servers` : ''
  return `${rate} messages/s for ${seconds} s${servers}${hasFaults ? ', with faults' : ''}`
}

async function load(options: LoadTestOptions, databaseUrl?: string, postgres?: Postgres): Promise<readonly Check[]> {
  const run = await runLoad({
    ...options,
    databaseUrl,
    kills: options.hasFaults ? KILLS : 0,
    restartDatabase: options.hasFaults && postgres ? () => restart(postgres) : undefined,
    settleMs: SETTLE_MS,
  })
  console.log(formatLoadRun(run))
  return checkLoad(run)
}

async function fuzz(count: number, options: LoadTestOptions, databaseUrl?: string): Promise<readonly Check[]> {
  const run = await runFuzz({ ...options, count, databaseUrl, settleMs: SETTLE_MS })
  console.log(formatFuzzRun(run))
  return checkFuzz(run)
}

function describeFailure({ rule, violations }: Check): string {
  const [first, ...others] = violations
  return `FAILED: ${rule}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

await runCommand(async () => {
  const options = parseOptions()
  const checks: Check[] = []
  for (const name of options.databases) checks.push(...(await runOnDatabase(name, options)))
  const failed = checks.filter(({ violations }) => violations.length > 0)
  console.log(['', ...failed.map(describeFailure)].join('\n'))
  console.log(`${checks.length - failed.length} passed, ${failed.length} failed`)
  process.exit(failed.length > 0 ? 1 : 0)
})
