import { Command } from 'commander'
import { isExpectedError } from './cli/run-command.ts'
import type { InstallCommandOptions } from './cms/app-command.ts'
import type { CheckCommandOptions } from './cms/check-command.ts'
import { type CommandOutput, createCommandOutput } from './cms/command-output.ts'
import type { MigrateCommandOptions } from './cms/migrate-command.ts'
import type { PullCommandOptions } from './cms/pull-command.ts'
import type { PlanCommandOptions, SeedCommandOptions, VerifyCommandOptions } from './cms/space-commands.ts'
import type { TypesCommandOptions } from './cms/types-command.ts'

/** Brings content into a Contentful space and back: `npm run cms -- --help`. */
const program = new Command('npm run cms --')
  .description('The content of a Contentful space: the local one, or the one that CONTENTFUL_SPACE_ID names.')
  .helpCommand(false)
  .addHelpText(
    'after',
    `
Exit codes: 0 done; 1 stopped, the lines say what to put right; 2 part of it failed, a list names it;
3 the space differs from the seed (verify), there is something to put right (check), or a query is broken or a file
stale (types).`,
  )

const JSON_OUTPUT = ['--json', 'print one JSON document instead of text'] as const
const FORCE = ['--force', 'overwrite what editors changed since the last seeding'] as const
const YES = ['--yes', 'do not ask before writing to "master" of a real space'] as const
const PRUNE = ['--prune', 'delete what an earlier seeding brought and the seed no longer holds'] as const

const ENVIRONMENT = [
  '--environment <id>',
  'environment of the space; without it CONTENTFUL_ENVIRONMENT, or "master"',
] as const

command('plan', 'Show what seed would create, update, publish, delete and leave, field by field; writes nothing')
  .option(...ENVIRONMENT)
  .option(...FORCE)
  .option(...PRUNE)
  .action(run(async (options: PlanCommandOptions, output) => (await spaceCommands()).runPlanCommand(options, output)))

command('seed', 'Bring the model, the pictures and the content of cms/ into the space')
  .option(...ENVIRONMENT)
  .option(...FORCE)
  .option(...PRUNE)
  .option(...YES)
  .action(run(async (options: SeedCommandOptions, output) => (await spaceCommands()).runSeedCommand(options, output)))

command('verify', 'Compare the space with the seed; exit code 3 where they differ')
  .option(...ENVIRONMENT)
  .action(
    run(async (options: VerifyCommandOptions, output) => (await spaceCommands()).runVerifyCommand(options, output)),
  )

command('migrate', 'Run the scripts of cms/migrations that the space has not seen, each after showing what it will do')
  .option(...ENVIRONMENT)
  .option('--yes', 'do not ask before a script runs')
  .option('--retry', 'run a script again that was started and not finished')
  .option('--applied <script>', 'note this script as applied, without running it')
  .action(
    run(async (options: MigrateCommandOptions, output) =>
      (await import('./cms/migrate-command.ts')).runMigrateCommand(options, output),
    ),
  )

command('pull', 'Write what is published in the space back to cms/seed and public/media')
  .option('--dry-run', 'write nothing, show what would be written')
  .option('--prune', 'delete media files that the seed named before and names no longer')
  .action(
    run(async (options: PullCommandOptions, output) =>
      (await import('./cms/pull-command.ts')).runPullCommand(options, output),
    ),
  )

const SITE = [
  '--url <address>',
  'address of the site whose server has the photo desk; without it VITE_SITE_URL, or the local site',
] as const

const app = group('app', 'The photo desk, an app in which editors manage photographs and logos')

app
  .command('install')
  .description('Install the photo desk in the space: app definition, installation, and the controls of its fields')
  .option(...SITE)
  .option(...ENVIRONMENT)
  .option(...YES)
  .option(...JSON_OUTPUT)
  .action(
    run(async (options: InstallCommandOptions, output) => (await appCommands()).runAppInstallCommand(options, output)),
  )

app
  .command('uninstall')
  .description('Remove the photo desk from the space; its fields get their default controls')
  .option(...SITE)
  .option(...ENVIRONMENT)
  .option(...YES)
  .option(...JSON_OUTPUT)
  .action(
    run(async (options: InstallCommandOptions, output) =>
      (await appCommands()).runAppUninstallCommand(options, output),
    ),
  )

command(
  'check',
  'Name what editors should put right: texts, links, references, pictures; exit code 3 where there is something',
)
  .option('--html <file>', 'write the report as a page, with thumbnails and links into the CMS')
  .option('--offline', 'do not ask other sites whether links to them are alive')
  .action(
    run(async (options: CheckCommandOptions, output) =>
      (await import('./cms/check-command.ts')).runCheckCommand(options, output),
    ),
  )

command('types', 'Make the schema and the types anew, and name the queries that a change of the model breaks')
  .option('--check', 'write nothing; exit code 3 where a file is stale')
  .option('--print', 'print the GraphQL schema of the model, write nothing')
  .action(
    run(async (options: TypesCommandOptions, output) =>
      (await import('./cms/types-command.ts')).runTypesCommand(options, output),
    ),
  )

function command(name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .option(...JSON_OUTPUT)
}

function group(name: string, description: string): Command {
  return program.command(name).description(description).helpCommand(false)
}

/** Loaded by the commands themselves: each command starts faster, and `types` runs before the model is imported. */
const spaceCommands = () => import('./cms/space-commands.ts')
const appCommands = () => import('./cms/app-command.ts')

/** Wraps a command: what its caller can put right ends it with lines instead of a stack. */
function run<Options extends { readonly json?: boolean }>(
  use: (options: Options, output: CommandOutput) => Promise<void>,
) {
  return (options: Options, command: Command) => ended(command, options, (output) => use(options, output))
}

async function ended(
  command: Command,
  { json = false }: { readonly json?: boolean },
  use: (output: CommandOutput) => Promise<void>,
): Promise<void> {
  const out = createCommandOutput(getCommandName(command), json)
  try {
    await use(out)
  } catch (error) {
    if (!isExpectedError(error)) throw error
    out.problem(error.message.split('\n'))
    // Exits without waiting for pending requests and their retries.
    process.stdout.write('', () => process.exit())
  }
}

/** For example `app install`. */
const getCommandName = (command: Command): string =>
  command.parent && command.parent !== program ? `${command.parent.name()} ${command.name()}` : command.name()

await program.parseAsync()
