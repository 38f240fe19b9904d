import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { COMMANDS } from './commands.mjs'

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

test.each(['cms', 'messages'] as const)('the list of %s has the subcommands of its script', (name) => {
  const { script, subcommands } = COMMANDS[name]
  const help = execFileSync(process.execPath, [script, '--help'], { encoding: 'utf8' })
  const [, list = ''] = /\nCommands:\n([\s\S]*?)\n\n/.exec(help) ?? []
  expect([...list.matchAll(/^ {2}(\w+)/gm)].map(([, command]) => command)).toEqual(Object.keys(subcommands))
})
