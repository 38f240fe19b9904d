import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { COMMANDS, type Subcommand } from '#scripts/commands.mjs'
import { findArgumentProblem, findCommand, findSubcommand, formatHelp } from './command-line.mjs'

const names = Object.keys(COMMANDS)

test('package.json and the table of the README have exactly these commands, at most 15', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  expect(scripts).toEqual(Object.fromEntries(names.map((name) => [name, `node scripts/bootstrap.mjs ${name}`])))
  const [, table = ''] = /## Commands\n\n([\s\S]*?)\n\n/.exec(readFileSync('README.md', 'utf8')) ?? []
  expect([...table.matchAll(/^\| `npm (?:run )?([\w:]+)/gm)].map(([, name]) => name)).toEqual(names)
  expect(names.length).toBeLessThanOrEqual(15)
})

/** Each command and subcommand, by its arguments. */
const listArguments = (command: Subcommand): string[][] => [
  [],
  ...Object.entries(command.subcommands ?? {}).flatMap(([usage, subcommand]) =>
    listArguments(subcommand).map((args) => [...usage.split(' ').slice(0, 1), ...args]),
  ),
]
const commands = names.flatMap((name) => {
  const command = findCommand(name)
  return command ? listArguments(command).map((args) => findSubcommand(command, args)) : []
})

test.each(commands)(
  '§11.13 $command.usage: the help lists each option, and another one is refused with the way to the help',
  ({ command, rest }) => {
    expect(rest).toEqual([])
    const help = formatHelp(command)
    expect(help).toMatch(/^npm (start|test|run)/)
    for (const name of Object.keys(command.options ?? {})) expect(help).toContain(`--${name} `)
    const program = command.usage.replace(/ [[<].*/, '')
    const line = `Unknown option '--nonsense': ${program}${program.includes(' --') ? '' : ' --'} --help lists what it accepts`
    expect(findArgumentProblem(command, ['--nonsense'])).toBe(line)
  },
)

test.each([
  ['start', ['--state', 'x', '--out=y'], undefined],
  ['start', ['x'], "Unexpected argument 'x': npm start -- --help"],
  ['start', ['--state'], "Option '--state <value>' argument missing: npm start -- --help"],
  ['test', ['menu', '-g', 'opens', '--headed'], undefined],
  ['bench', ['pages', 'gallery'], undefined],
  ['bench', ['looks', 'HEAD~1'], undefined],
  ['bench', ['looks', 'HEAD~1', 'x'], '"x" is none of pages,'],
  ['cms', ['seed', '--yes', '--environment', 'qa'], undefined],
  ['cms', ['sed'], '"sed" is none of plan, seed, verify, migrate, pull, app, check, types: npm run cms -- --help'],
  ['cms', ['app', 'x'], '"x" is none of install, uninstall: npm run cms -- app --help'],
  ['cms', [], 'npm run cms -- <command>\n\nThe content'],
  ['releases', [], undefined],
  ['releases', ['activate'], '<id> is missing: npm run releases -- activate --help'],
  ['releases', ['rollback', 'x'], "Unexpected argument 'x'"],
  ['messages', ['list', '--state', 'sent'], undefined],
  ['messages', ['list', '--state', 'x'], '--state is "x", which is none of waiting, sent, dead: npm run messages'],
  ['messages', ['show', 'a', 'b'], "Unexpected argument 'b': npm run messages -- show --help"],
  ['messages', ['export'], '<email-or-file> is missing: npm run messages -- export --help'],
])('npm run %s with %j', (name, args, problem) => {
  const command = findCommand(name)
  if (!command) throw new Error(`no command ${name}`)
  const { command: found, rest } = findSubcommand(command, args)
  const result = findArgumentProblem(found, rest)
  if (problem) expect(result?.slice(0, problem.length)).toBe(problem)
  else expect(result).toBeUndefined()
})
