import { askYesNo } from '#cms/sync/ask-user.ts'
import type { ManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { type MigrateSummary, markMigrationApplied, runMigrations } from '#cms/sync/migrate/run-migrations.ts'
import { UserError } from '#shared/user-error.ts'
import { type CommandOutput, EXIT_CODES } from './command-output.ts'
import { createTerminalPrompt, type Terminal } from './confirmation.ts'
import { MIGRATIONS_FOLDER } from './folders.ts'
import { openManagementTarget } from './management-target.ts'

export interface MigrateCommandOptions {
  readonly json?: boolean
  /** Default: that of `CONTENTFUL_ENVIRONMENT`, or `master`. */
  readonly environment?: string
  readonly yes?: boolean
  readonly retry?: boolean
  /** The name of a script to mark as applied without running it. */
  readonly applied?: string
}

/** Runs the migration scripts that were not run in an environment, or marks one as applied. */
export async function runMigrateCommand(
  { environment, yes = false, retry = false, applied }: MigrateCommandOptions,
  output: CommandOutput,
): Promise<void> {
  await using target = await openManagementTarget(output, environment)
  const { connection, name } = target
  const options = { connection, folder: MIGRATIONS_FOLDER }
  if (applied !== undefined) {
    await markMigrationApplied(options, applied)
    return output.result({ applied: [applied] }, `${applied} is noted as applied in ${name}.`, EXIT_CODES.done)
  }
  output.log(`Migrating ${name}`)
  const confirm = createMigrationConfirmation(connection, {
    yes,
    terminal: { input: process.stdin, output: process.stderr },
  })
  const summary = await runMigrations({ ...options, retry, log: output.log, confirm })
  const code = summary.pending.length > 0 ? EXIT_CODES.stopped : EXIT_CODES.done
  output.result(summary, `\n${formatSummary(summary)}`, code)
}

/**
 * Creates a function that asks whether a script may run, in every environment: no command restores what a script deletes.
 * It throws `UserError` if there is no terminal.
 */
export function createMigrationConfirmation(
  { environmentId, spaceId }: ManagementConnection,
  { yes, terminal }: { readonly yes: boolean; readonly terminal: Terminal },
): (name: string) => Promise<boolean> {
  return async (name) => {
    if (yes) return true
    const question = `Run ${name} in the environment "${environmentId}" of the space "${spaceId}"?`
    if (!terminal.input.isTTY)
      throw new UserError(
        `${question} There is no terminal to confirm it: run it with --yes. Nothing of it was written.`,
      )
    // The prompt throws when the user cancels.
    return askYesNo(createTerminalPrompt(terminal), question).catch((error: unknown) => {
      if (error instanceof UserError) return false
      throw error
    })
  }
}

function formatSummary({ applied, earlier, pending }: MigrateSummary): string {
  if (pending.length > 0) return `Stopped. Not run: ${pending.join(', ')}.`
  if (applied.length > 0) return `${applied.length} of ${applied.length + earlier.length} scripts were run.`
  return earlier.length > 0 ? 'Every script has been run before.' : `There is no script in ${MIGRATIONS_FOLDER}.`
}
