import { Command } from 'commander'
import { type Output, output } from './cms/output.ts'
import type { PullOptions } from './cms/pull-command.ts'
import type { PlanOptions, SeedOptions } from './cms/space-commands.ts'
import type { TypesOptions } from './cms/types-command.ts'
import { isExpected } from './run/run-command.ts'

/** Brings content into a Contentful space and back: `npm run cms -- --help`. */
const program = new Command('npm run cms --')
  .description('The content of a Contentful space: the local one, or the one that CONTENTFUL_SPACE_ID names.')
  .helpCommand(false)
  .addHelpText(
    'after',
    `
Exit codes: 0 done; 1 stopped, the lines say what to put right; 2 part of it failed, a list names it;
3 the space differs from the seed (verify), or a query is broken or a file stale (types).`,
  )

const FORCE = ['--force', 'overwrite what editors changed since the last seeding'] as const
const PRUNE = ['--prune', 'delete what an earlier seeding brought and the seed no longer holds'] as const

command('plan', 'Show what seed would create, update, publish, delete and leave, field by field; writes nothing')
  .option(...FORCE)
  .option(...PRUNE)
  .action(run(async (options: PlanOptions, output) => (await spaceCommands()).plan(options, output)))

command('seed', 'Bring the model, the pictures and the content of cms/ into the space')
  .option(...FORCE)
  .option(...PRUNE)
  .option('--yes', 'do not ask before writing to "master" of a real space')
  .action(run(async (options: SeedOptions, output) => (await spaceCommands()).seed(options, output)))

command('verify', 'Compare the space with the seed; exit code 3 where they differ').action(
  run(async (_, output) => (await spaceCommands()).verify(output)),
)

command('pull', 'Write what is published in the space back to cms/seed and public/media')
  .option('--dry-run', 'write nothing, show what would be written')
  .option('--prune', 'delete media files that the seed named before and names no longer')
  .action(run(async (options: PullOptions, output) => (await import('./cms/pull-command.ts')).pull(options, output)))

command('types', 'Make the schema and the types anew, and name the queries that a change of the model breaks')
  .option('--check', 'write nothing; exit code 3 where a file is stale')
  .option('--print', 'print the GraphQL schema of the model, write nothing')
  .action(run(async (options: TypesOptions, output) => (await import('./cms/types-command.ts')).types(options, output)))

function command(name: string, description: string): Command {
  return program.command(name).description(description).option('--json', 'print one JSON document instead of text')
}

/** Loaded by the commands themselves: a seed file that is no JSON is then a line like any other. */
const spaceCommands = () => import('./cms/space-commands.ts')

/** Wraps a command: what its caller can put right ends it with lines instead of a stack. */
function run<Options extends { readonly json?: boolean }>(use: (options: Options, output: Output) => Promise<void>) {
  return async (options: Options, command: Command) => {
    const out = output(command.name(), options.json ?? false)
    try {
      await use(options, out)
    } catch (error) {
      if (!isExpected(error)) throw error
      out.problem(error.message.split('\n'))
      // Requests whose answers nobody needs any more would be waited for, and sent again.
      process.stdout.write('', () => process.exit())
    }
  }
}

await program.parseAsync()
