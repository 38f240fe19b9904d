import {
  type MigrateSummary,
  markMigrationApplied,
  runMigrationScripts,
} from '#cms/sync/migrate/run-migration-scripts.ts'
import { MIGRATIONS_FOLDER } from '#scripts/cli/folders.ts'
import { UserError } from '#shared/user-error.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { openSpace } from './open-space.ts'

type Options = Readonly<{ environment?: string; yes?: boolean; applied?: string }>

/** Runs the migration scripts that were not run in an environment, or marks the script `applied` without running it. */
export async function runMigrateCommand(
  { environment, yes = false, applied }: Options,
  output: CommandOutput,
): Promise<void> {
  await using target = await openSpace('management', output, environment)
  const { connection, name } = target
  const options = { connection, folder: MIGRATIONS_FOLDER }
  if (applied !== undefined) {
    await markMigrationApplied(options, applied)
    return output.result({ applied: [applied] }, `${applied} is noted as applied in ${name}.`, EXIT_CODES.done)
  }
  if (!yes && !process.stdin.isTTY)
    throw new UserError('migrate asks before each script, and there is no terminal: add --yes')
  output.log(`Migrating ${name}`)
  const summary = await runMigrationScripts({ ...options, yes, log: output.log })
  const code = summary.pending.length > 0 ? EXIT_CODES.stopped : EXIT_CODES.done
  output.result(summary, `\n${formatSummary(summary)}`, code)
}

function formatSummary({ applied, earlier, pending }: MigrateSummary): string {
  if (pending.length > 0) return `Stopped. Not run: ${pending.join(', ')}.`
  if (applied.length > 0) return `${applied.length} of ${applied.length + earlier.length} scripts were run.`
  return earlier.length > 0 ? 'Every script has been run before.' : `There is no script in ${MIGRATIONS_FOLDER}.`
}
