import { Command, Option } from 'commander'
import { runCommand } from './cli/run-command.ts'
import { FIELD_KINDS, type FieldKind, newField } from './new/new-field.ts'
import { newPage } from './new/new-page.ts'

/** Writes the files of a new page, or a new field of a content type: `npm run new -- --help`. */
const program = new Command('npm run new --')
  .description('Writes the files of a new page, or a new field of a content type. Writes all of it or nothing.')
  .helpCommand(false)

program
  .command('page <name>')
  .description('add a page with the path /<name>: a picture with the title, an introduction, a navigation item')
  .action((name: string) => runCommand(async () => console.log(await newPage(name))))

program
  .command('field <content-type> <name>')
  .description('add an optional field to a content type, and to its definition in src/content')
  .addOption(new Option('--kind <kind>', 'what editors enter').choices(Object.keys(FIELD_KINDS)).default('line'))
  .action((type: string, name: string, { kind }: { readonly kind: FieldKind }) =>
    runCommand(async () => console.log(await newField(type, name, kind))),
  )

await program.parseAsync()
