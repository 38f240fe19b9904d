import { Command } from 'commander'
import { getEnvFiles, repairEnvironment } from '#server/config/env-files.ts'
import { addSubcommands } from './cli/add-subcommands.ts'
import { isExpectedError } from './cli/run-command.ts'
import { type CommandOutput, createCommandOutput } from './cms/command-output.ts'
import { COMMANDS } from './commands.mjs'

const { about, subcommands, notes } = COMMANDS.cms

/** Brings content into a Contentful space and back: `npm run cms -- --help`. */
const program = new Command('npm run cms --').description(about).helpCommand(false).addHelpText('after', `\n${notes}`)

const WRITTEN = 'Run it again: it continues where it stopped.'
const NOT_WRITTEN = 'Nothing was written.'

addSubcommands(program, subcommands, {
  plan: run(async () => (await import('./cms/space-commands.ts')).runPlanCommand, NOT_WRITTEN),
  seed: run(async () => (await import('./cms/space-commands.ts')).runSeedCommand, WRITTEN),
  verify: run(async () => (await import('./cms/space-commands.ts')).runVerifyCommand, NOT_WRITTEN),
  migrate: run(
    async () => (await import('./cms/migrate-command.ts')).runMigrateCommand,
    'Run it again: it plans the scripts that are not noted as applied.',
  ),
  pull: run(async () => (await import('./cms/pull-command.ts')).runPullCommand, 'Run it again.'),
  check: run(async () => (await import('./cms/check-command.ts')).runCheckCommand, NOT_WRITTEN),
  types: run(async () => (await import('./cms/types-command.ts')).runTypesCommand, 'Run it again.'),
})

const { about: aboutApp, subcommands: appSubcommands } = subcommands['app <command>']
const app = program.command('app').description(aboutApp).helpCommand(false)
addSubcommands(app, appSubcommands, {
  install: run(async () => (await import('./cms/app-command.ts')).runAppInstallCommand, WRITTEN),
  uninstall: run(async () => (await import('./cms/app-command.ts')).runAppUninstallCommand, WRITTEN),
})

await program.parseAsync()

/**
 * Returns an action that loads a command and runs it: each command starts faster, and `types` runs before the model is
 * imported. Prints `interrupted` after Ctrl-C, and an error that the user can correct without its stack.
 */
function run<Options>(
  load: () => Promise<(options: Options, output: CommandOutput) => Promise<void>>,
  interrupted: string,
) {
  return async (options: Options & { readonly json?: boolean }, command: Command): Promise<void> => {
    const { parent } = command
    const name = parent && parent !== program ? `${parent.name()} ${command.name()}` : command.name()
    const output = createCommandOutput(name, options.json ?? false)
    process.once('SIGINT', () => {
      console.error(`\nStopped. ${interrupted}`)
      process.exit(130)
    })
    try {
      repairEnvironment(process.env, getEnvFiles(process.execArgv))
      await (await load())(options, output)
    } catch (error) {
      if (!isExpectedError(error)) throw error
      output.problem(error.message.split('\n'))
      // Exits without waiting for pending requests and their retries.
      process.stdout.write('', () => process.exit())
    }
  }
}
