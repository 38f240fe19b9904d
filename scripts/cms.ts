import { Command } from 'commander'
import { getEnvFiles, repairEnvironment } from '#server/config/env-files.ts'
import { isExpectedError } from './cli/run-command.ts'
import { type CommandOutput, createCommandOutput } from './cms/command-output.ts'
import { COMMANDS } from './commands.mjs'

const { about, subcommands } = COMMANDS.cms

/** Brings content into a Contentful space and back: `npm run cms -- --help`. */
const program = new Command('npm run cms --')
  .description(about)
  .helpCommand(false)
  .addHelpText(
    'after',
    `
Exit codes: 0 done; 1 stopped (the last lines say what to do); 2 some resources failed (the output names them);
3 a change is blocked (plan), the space differs from the seed by more than changes of editors (verify), the report has
findings (check), or a query is broken or a file out of date (types).`,
  )

const JSON_OUTPUT = ['--json', 'print one JSON document instead of text'] as const
const FORCE = ['--force', 'overwrite what editors have changed since the last seed run'] as const
const YES = ['--yes', 'do not ask before writing to "master" of a real space'] as const
const ENVIRONMENT = [
  '--environment <id>',
  'environment of the space; without it CONTENTFUL_ENVIRONMENT, or "master"',
] as const
const SITE = [
  '--url <address>',
  'address of the site whose server has the photo desk; without it VITE_SITE_URL, or the local site',
] as const

const WRITTEN = 'Run it again: it continues where it stopped.'
const NOT_WRITTEN = 'Nothing was written.'

program
  .command('plan')
  .description(subcommands.plan)
  .option(...ENVIRONMENT)
  .option(...FORCE)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/space-commands.ts')).runPlanCommand, NOT_WRITTEN))

program
  .command('seed')
  .description(subcommands.seed)
  .option(...ENVIRONMENT)
  .option(...FORCE)
  .option(...YES)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/space-commands.ts')).runSeedCommand, WRITTEN))

program
  .command('verify')
  .description(subcommands.verify)
  .option(...ENVIRONMENT)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/space-commands.ts')).runVerifyCommand, NOT_WRITTEN))

program
  .command('migrate')
  .description(subcommands.migrate)
  .option(...ENVIRONMENT)
  .option('--yes', 'do not ask before a script runs')
  .option('--applied <script>', 'record this script as applied without running it')
  .action(
    run(
      async () => (await import('./cms/migrate-command.ts')).runMigrateCommand,
      'Run it again: it plans the scripts that are not noted as applied.',
    ),
  )

program
  .command('pull')
  .description(subcommands.pull)
  .option('--dry-run', 'write nothing, show what would be written')
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/pull-command.ts')).runPullCommand, 'Run it again.'))

const app = program.command('app').description(subcommands.app).helpCommand(false)

app
  .command('install')
  .description('installs the photo desk in the space: app definition, installation, and the controls of its fields')
  .option(...SITE)
  .option(...ENVIRONMENT)
  .option(...YES)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/app-command.ts')).runAppInstallCommand, WRITTEN))

app
  .command('uninstall')
  .description('removes the photo desk from the space; its fields get their default controls')
  .option(...SITE)
  .option(...ENVIRONMENT)
  .option(...YES)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/app-command.ts')).runAppUninstallCommand, WRITTEN))

program
  .command('check')
  .description(subcommands.check)
  .option('--offline', 'do not check links to other sites')
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/check-command.ts')).runCheckCommand, NOT_WRITTEN))

program
  .command('types')
  .description(subcommands.types)
  .option('--check', 'write nothing; exit code 3 if a file is out of date')
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/types-command.ts')).runTypesCommand, 'Run it again.'))

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
