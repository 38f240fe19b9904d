import { Command } from 'commander'
import { isExpectedError } from './cli/run-command.ts'
import { type CommandOutput, createCommandOutput } from './cms/command-output.ts'

/** Brings content into a Contentful space and back: `npm run cms -- --help`. */
const program = new Command('npm run cms --')
  .description('The content of a Contentful space: the local one, or the one that CONTENTFUL_SPACE_ID names.')
  .helpCommand(false)
  .addHelpText(
    'after',
    `
Exit codes: 0 done; 1 stopped, the last lines say what to do; 2 part of it failed, the output names it;
3 a change is blocked (plan), the space differs from the seed by more than changes of editors (verify), the report has
findings (check), or a query is broken or a file out of date (types).`,
  )

const JSON_OUTPUT = ['--json', 'print one JSON document instead of text'] as const
const FORCE = ['--force', 'overwrite what editors have changed since the last seeding'] as const
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
  .description('Show what seed would create, update and publish, field by field, and what it keeps; writes nothing')
  .option(...ENVIRONMENT)
  .option(...FORCE)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/space-commands.ts')).runPlanCommand, NOT_WRITTEN))

program
  .command('seed')
  .description('Bring the model, the pictures and the content of cms/ into the space')
  .option(...ENVIRONMENT)
  .option(...FORCE)
  .option(...YES)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/space-commands.ts')).runSeedCommand, WRITTEN))

program
  .command('verify')
  .description('Compare the space with the seed; exit code 3 if it differs by more than changes of editors')
  .option(...ENVIRONMENT)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/space-commands.ts')).runVerifyCommand, NOT_WRITTEN))

program
  .command('migrate')
  .description('Run the scripts of cms/migrations that were not run in the space, each after its plan and a question')
  .option(...ENVIRONMENT)
  .option('--yes', 'do not ask before a script runs')
  .option('--applied <script>', 'note this script as applied, without running it')
  .action(
    run(
      async () => (await import('./cms/migrate-command.ts')).runMigrateCommand,
      'Run it again: it plans the scripts that are not noted as applied.',
    ),
  )

program
  .command('pull')
  .description('Write what is published in the space back to cms/seed and public/media')
  .option('--dry-run', 'write nothing, show what would be written')
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/pull-command.ts')).runPullCommand, 'Run it again.'))

const app = program
  .command('app')
  .description('The photo desk, an app in which editors manage photographs and logos')
  .helpCommand(false)

app
  .command('install')
  .description('Install the photo desk in the space: app definition, installation, and the controls of its fields')
  .option(...SITE)
  .option(...ENVIRONMENT)
  .option(...YES)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/app-command.ts')).runAppInstallCommand, WRITTEN))

app
  .command('uninstall')
  .description('Remove the photo desk from the space; its fields get their default controls')
  .option(...SITE)
  .option(...ENVIRONMENT)
  .option(...YES)
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/app-command.ts')).runAppUninstallCommand, WRITTEN))

program
  .command('check')
  .description('Print the content report: texts, links, references and pictures to correct; exit code 3 with findings')
  .option('--offline', 'do not ask other sites whether links to them work')
  .option(...JSON_OUTPUT)
  .action(run(async () => (await import('./cms/check-command.ts')).runCheckCommand, NOT_WRITTEN))

program
  .command('types')
  .description('Generate the schema and the types, and name the queries that a change of the model breaks')
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
      await (await load())(options, output)
    } catch (error) {
      if (!isExpectedError(error)) throw error
      output.problem(error.message.split('\n'))
      // Exits without waiting for pending requests and their retries.
      process.stdout.write('', () => process.exit())
    }
  }
}
