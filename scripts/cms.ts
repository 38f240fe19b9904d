import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { isExpectedError, runCommand } from './cli/run-command.ts'
import { runSubcommand, type SubcommandAction } from './cli/run-subcommand.ts'
import { type CommandOutput, createCommandOutput } from './cms/command-output.ts'
import { COMMANDS } from './commands.mjs'

/** Brings content into a Contentful space and back: `npm run cms -- --help`. */
const { plan, seed, verify, migrate, pull, check, types, 'app <command>': app } = COMMANDS.cms.subcommands
const { install, uninstall } = app.subcommands

const WRITTEN = 'Run it again: it continues where it stopped.'
const NOT_WRITTEN = 'Nothing was written.'
const MIGRATED = 'Run it again: it plans the scripts that are not noted as applied.'

await runCommand(() =>
  runSubcommand(COMMANDS.cms, process.argv.slice(2), {
    plan: run(plan, async () => (await import('./cms/space-commands.ts')).runPlanCommand, NOT_WRITTEN),
    seed: run(seed, async () => (await import('./cms/space-commands.ts')).runSeedCommand, WRITTEN),
    verify: run(verify, async () => (await import('./cms/space-commands.ts')).runVerifyCommand, NOT_WRITTEN),
    migrate: run(migrate, async () => (await import('./cms/migrate-command.ts')).runMigrateCommand, MIGRATED),
    pull: run(pull, async () => (await import('./cms/pull-command.ts')).runPullCommand, 'Run it again.'),
    check: run(check, async () => (await import('./cms/check-command.ts')).runCheckCommand, NOT_WRITTEN),
    types: run(types, async () => (await import('./cms/types-command.ts')).runTypesCommand, 'Run it again.'),
    'app install': run(install, async () => (await import('./cms/app-command.ts')).runAppInstallCommand, WRITTEN),
    'app uninstall': run(uninstall, async () => (await import('./cms/app-command.ts')).runAppUninstallCommand, WRITTEN),
  }),
)

/**
 * Returns an action that loads a subcommand and runs it: each one starts faster, and `types` runs before the model is
 * imported. Prints `interrupted` after Ctrl-C, and an error that the user can correct without its stack.
 */
function run<const Options extends ParseArgsOptionsConfig>(
  { options }: { readonly options: Options },
  load: () => Promise<
    (values: ReturnType<typeof parseArgs<{ options: Options }>>['values'], output: CommandOutput) => Promise<void>
  >,
  interrupted: string,
): SubcommandAction {
  return async (args, name) => {
    const { values } = parseArgs({ args, options })
    const output = createCommandOutput(name, 'json' in values)
    process.once('SIGINT', () => {
      console.error(`\nStopped. ${interrupted}`)
      process.exit(130)
    })
    try {
      await (await load())(values, output)
    } catch (error) {
      if (!isExpectedError(error)) throw error
      output.problem(error.message.split('\n'))
      // Exits without waiting for pending requests and their retries.
      process.stdout.write('', () => process.exit())
    }
  }
}
