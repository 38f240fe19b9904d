import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { onShutdown } from '#server/shutdown.ts'
import { UserError } from '#shared/user-error.ts'
import { type KillRun, runKills } from '#tests/faults/kill-run.ts'
import { type Check, checkOutcome } from '#tests/faults/outcome-checks.ts'
import { startPostgres } from '#tests/setup/database/postgres.ts'
import { runCommand } from './cli/run-command.ts'

/**
 * Kills the backend at random moments while contact messages are sent, and checks that no message is lost:
 * npm run kill-test -- --kills 100 --database sqlite --seed 7
 */
let cleanUp = async () => {}

const databases = {
  sqlite: async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kill-test-'))
    cleanUp = () => rm(folder, { recursive: true, force: true })
    return { file: join(folder, 'backend.sqlite') }
  },
  /** The server ends with this process. */
  postgres: async () => ({ url: await (await startPostgres()).createDatabase() }),
}

interface KillTestOptions {
  readonly kills: number
  readonly seed: string
  readonly databaseNames: readonly (keyof typeof databases)[]
}

/** Throws `UserError` for invalid arguments. */
function parseOptions(): KillTestOptions {
  const { values } = parseArgs({
    options: { kills: { type: 'string', default: '100' }, database: { type: 'string' }, seed: { type: 'string' } },
  })
  const kills = Number(values.kills)
  if (!Number.isInteger(kills) || kills < 1)
    throw new UserError(`--kills is "${values.kills}": use a whole number, at least 1`)
  const databaseNames = (['sqlite', 'postgres'] as const).filter((name) => name === (values.database ?? name))
  if (databaseNames.length === 0)
    throw new UserError(`--database is "${values.database}": use sqlite or postgres, or leave it out for both`)
  return { kills, seed: values.seed ?? String(Date.now()), databaseNames }
}

const COLUMNS = ['database', 'kills', 'acknowledged', 'repeated', 'stored', 'emails', 'copies', 'start, ms'] as const

const formatRow = (cells: readonly (string | number)[]) =>
  cells.map((cell, column) => String(cell).padStart(COLUMNS[column]?.length ?? 0)).join('  ')

const listFigures = (name: string, { kills, acknowledged, retries, messages, mails, medianStartUpMs }: KillRun) => {
  const copies = mails.length - new Set(mails.map(({ messageId }) => messageId)).size
  return [name, kills, acknowledged.length, retries, messages.length, mails.length, copies, Math.round(medianStartUpMs)]
}

function describeFailure({ rule, violations }: Check): string {
  const [first, ...others] = violations
  return `FAILED: ${rule}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

onShutdown(() => cleanUp())
await runCommand(async () => {
  const { kills, seed, databaseNames } = parseOptions()
  console.log(`Seed ${seed}`)
  const checks: Check[] = []
  const lines = [formatRow(COLUMNS)]
  try {
    for (const name of databaseNames) {
      const onKill = (count: number) => process.stderr.isTTY && process.stderr.write(`\r${name}: ${count} of ${kills} `)
      const run = await runKills({ database: await databases[name](), kills, seed, onKill })
      checks.push(...checkOutcome(run))
      lines.push(formatRow(listFigures(name, run)))
    }
  } finally {
    await cleanUp()
  }
  const failed = checks.filter(({ violations }) => violations.length > 0)
  console.log(['', ...lines, '', ...failed.map(describeFailure)].join('\n'))
  console.log(`${checks.length - failed.length} passed, ${failed.length} failed`)
  process.exit(failed.length > 0 ? 1 : 0)
})
