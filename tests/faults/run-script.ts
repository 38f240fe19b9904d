import { tmpdir } from 'node:os'
import { parseArgs } from 'node:util'
import { UserError } from '#shared/user-error.ts'
import { type Postgres, startPostgres } from '#tests/setup/database/postgres.ts'
import { createTemporaryFolder } from '#tests/setup/process/temporary-folder.ts'

/** Where a run has its servers: a folder, and with PostgreSQL the server of the database. */
export interface Place {
  readonly folder: string
  readonly databaseUrl?: string | undefined
  readonly postgres?: Postgres | undefined
}

type OptionValues = Readonly<Record<string, string | boolean | undefined>>

interface Script {
  readonly usage: string
  /** Defaults of the options; `false` is an option without a value. `database` and `seed` are options of every script. */
  readonly options: Readonly<Record<string, string | false>>
  /** Runs on one database and returns what is wrong. */
  readonly run: (place: Place, options: OptionValues & { readonly seed: string }) => Promise<readonly string[]>
}

const DATABASES = ['sqlite', 'postgres'] as const

/** Runs a script of this folder on each database, or on that of `--database`. It ends with 1 when something is wrong. */
export async function runScript({ usage, options, run }: Script): Promise<never> {
  try {
    const values = parseOptions({ database: '', seed: String(Date.now()), help: false, ...options })
    if (values.help) {
      console.log(usage)
      process.exit()
    }
    const seed = String(values.seed)
    const violations: string[] = []
    for (const name of DATABASES.filter((name) => !values.database || name === values.database)) {
      console.log(`\n${name}, seed ${seed}`)
      violations.push(...(await usePlace(name, (place) => run(place, { ...values, seed }))))
    }
    for (const violation of violations.slice(0, 20)) console.log(`FAILED: ${violation}`)
    console.log(violations.length === 0 ? '\nNothing is wrong.' : `\n${violations.length} violations`)
    process.exit(violations.length === 0 ? 0 : 1)
  } catch (error) {
    console.error(error instanceof UserError || (error instanceof Error && 'code' in error) ? error.message : error)
    process.exit(1)
  }
}

function parseOptions(defaults: Readonly<Record<string, string | false>>): OptionValues {
  const options = Object.entries(defaults).map(
    ([name, value]) => [name, { type: value === false ? 'boolean' : 'string', default: value }] as const,
  )
  return parseArgs({ options: Object.fromEntries(options) }).values
}

/** Throws `UserError` when the option is not a positive whole number. */
export function readWholeNumber(options: OptionValues, name: string): number {
  const number = Number(options[name])
  if (Number.isInteger(number) && number > 0) return number
  throw new UserError(`--${name} is "${options[name]}": use a positive whole number`)
}

async function usePlace<Result>(name: (typeof DATABASES)[number], use: (place: Place) => Promise<Result>) {
  const folder = await createTemporaryFolder(tmpdir(), 'faults-')
  const postgres = name === 'postgres' ? await startPostgres(folder.path) : undefined
  try {
    return await use({ folder: folder.path, postgres, databaseUrl: await postgres?.createDatabase() })
  } finally {
    await postgres?.stop()
    await folder.remove()
  }
}

/** The value that `percent` of the values do not exceed, as a whole number. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN)
}
