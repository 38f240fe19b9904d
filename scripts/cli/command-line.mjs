// @ts-check
import { parseArgs } from 'node:util'
import { COMMANDS } from '#scripts/commands.mjs'

/** @import { Command } from '#scripts/commands.mjs' */

/**
 * Returns the command of this name. Another name is the path of a script, as in
 * `node scripts/bootstrap.mjs scripts/tools/pictures.ts`.
 *
 * @param {string} name
 * @returns {Command | undefined}
 */
export function findCommand(name) {
  /** @type {Readonly<Record<string, Command>>} */
  const commands = COMMANDS
  if (Object.hasOwn(commands, name)) return commands[name]
  if (!name.endsWith('.ts')) return undefined
  const usage = `node scripts/bootstrap.mjs ${name}`
  return { usage, about: 'A script without a command of its own.', script: name, needsDevelopment: true }
}

/**
 * Returns the subcommand that the arguments name, as a command, with the arguments after its name; or the command itself.
 * `name` is that of the subcommand, such as `app install`.
 *
 * @param {Command} command
 * @param {readonly string[]} args
 * @returns {{ command: Command, name: string, rest: readonly string[] }}
 */
export function findSubcommand(command, args) {
  const [first = '', ...others] = args
  const found = Object.entries(command.subcommands ?? {}).find(([usage]) => usage.split(' ')[0] === first)
  if (!found) return { command, name: '', rest: args }
  const [usage, subcommand] = found
  const inner = { ...subcommand, script: command.script, usage: command.usage.replace(COMMAND, usage) }
  const { name, ...result } = findSubcommand(inner, others)
  return { ...result, name: `${first} ${name}`.trim() }
}

/** The place of a subcommand in the usage of its command. */
const COMMAND = /<command>|\[command\]/

/**
 * Returns why a command does not accept these arguments, or `undefined` if it does.
 *
 * @param {Command} command
 * @param {readonly string[]} args
 * @returns {string | undefined}
 */
export function findArgumentProblem(command, args) {
  const { usage, options = {}, subcommands, parts } = command
  const [program = '', ...placeholders] = usage.split(/ (?=[[<])/)
  const hint = `${program}${program.includes(' --') ? '' : ' --'} --help lists what it accepts`
  /** @type {{ values: Readonly<Record<string, unknown>>, positionals: string[] }} */
  let parsed
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: placeholders.length > 0 })
  } catch (error) {
    // Node adds how to write an argument that begins with a hyphen.
    return `${error instanceof Error ? error.message.split(/\.\s/)[0] : error}: ${hint}`
  }
  const { values, positionals } = parsed
  const rows = Object.keys(parts ?? subcommands ?? {})
  const names = rows.map((row) => row.split(' ')[0])
  const isValue = (/** @type {number} */ index) => rows.includes(`${positionals[index - 1]} [commit]`)
  const unknown = positionals.find((value, index) => !names.includes(value) && !isValue(index))
  if (names.length > 0 && unknown) return `"${unknown}" is none of ${names.join(', ')}: ${hint}`
  if (usage.includes('<command>')) return formatHelp(command)
  const missing = placeholders.slice(positionals.length).find((placeholder) => placeholder.startsWith('<'))
  if (missing) return `${missing} is missing: ${hint}`
  const [extra] = positionals.slice(placeholders.length)
  if (extra && !usage.includes('…')) return `Unexpected argument '${extra}': ${hint}`
  for (const [name, { choices }] of Object.entries(options))
    if (choices && name in values && !choices.includes(String(values[name])))
      return `--${name} is "${values[name]}", which is none of ${choices.join(', ')}: ${hint}`
}

/**
 * Returns the text of `--help`.
 *
 * @param {Omit<Command, 'script'>} command
 */
export function formatHelp({ usage, about, options = {}, subcommands = {}, parts = {}, notes }) {
  const optionRows = Object.entries(options).map(([name, { short, value, choices, about }]) => [
    [short && `-${short},`, `--${name}`, value].filter(Boolean).join(' '),
    choices ? `${about}: ${choices.join(', ')}` : about,
  ])
  const subcommandRows = Object.entries(subcommands).map(([name, { about }]) => [name, about])
  const rows = [...subcommandRows, ...Object.entries(parts), ...optionRows]
  const width = Math.max(...rows.map(([name = '']) => name.length))
  const list = rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`)
  return [usage, '', about, ...(list.length > 0 ? ['', ...list] : []), ...(notes ? ['', notes] : [])].join('\n')
}
