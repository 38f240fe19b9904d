import { type Command, Option } from 'commander'
import type { Subcommand } from '#scripts/commands.mjs'

type Action = Parameters<Command['action']>[0]

type Actions<Table> = {
  readonly [Usage in keyof Table as Table[Usage] extends { readonly subcommands: object } ? never : Usage]: Action
}

/** Adds the subcommands of a table of scripts/commands.mjs to a program, with an action for each that has none itself. */
export function addSubcommands<const Table extends Readonly<Record<string, Subcommand>>>(
  program: Command,
  table: Table,
  actions: Actions<Table>,
): void {
  const actionsByUsage = new Map<string, Action>(Object.entries(actions))
  for (const [usage, { about, options = {}, notes = '' }] of Object.entries(table)) {
    const action = actionsByUsage.get(usage)
    if (!action) continue
    const command = program.command(usage).description(about).addHelpText('after', `\n${notes}`).action(action)
    for (const [name, { value = '', choices, about }] of Object.entries(options)) {
      const option = new Option(`--${name} ${value}`.trim(), about)
      command.addOption(choices ? option.choices(choices) : option)
    }
  }
}
