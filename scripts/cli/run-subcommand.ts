import type { Command } from '#scripts/commands.mjs'
import { UserError } from '#shared/user-error.ts'
import { findArgumentProblem, findSubcommand } from './command-line.mjs'

/** Runs the subcommand of this name, such as `app install`, with the arguments after it. */
export type SubcommandAction = (args: string[], name: string) => Promise<void>

/** Runs the subcommand that the arguments name. Throws `UserError` for arguments that its table does not allow. */
export async function runSubcommand(
  command: Command,
  args: readonly string[],
  actions: Readonly<Record<string, SubcommandAction>>,
): Promise<void> {
  const { command: subcommand, name, rest } = findSubcommand(command, args)
  const problem = findArgumentProblem(subcommand, rest)
  if (problem) throw new UserError(problem)
  await actions[name]?.([...rest], name)
}
