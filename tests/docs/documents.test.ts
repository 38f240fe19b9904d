import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findArgumentProblem, findCommand, findSubcommand } from '#scripts/cli/command-line.mjs'

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(path))
const documents = tracked.filter((path) => path.endsWith('.md'))
const sources = tracked.filter(
  (path) => /\.(ts|tsx|mjs|md|html|graphql)$/.test(path) && !path.startsWith('tests/docs/'),
)

const withoutCode = (text: string) => text.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '')

/** Fragments of a document's headings, as GitHub makes them. */
const fragmentsOf = (path: string): readonly string[] =>
  [...readFileSync(path, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** Relative links of a document that lead to no file, or to no heading of one. */
function brokenLinks(document: string): readonly string[] {
  const links = [...withoutCode(readFileSync(document, 'utf8')).matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, link = '']) => link,
  )
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [path = '', fragment] = link.split('#')
    const target = path ? join(dirname(document), path) : document
    if (!existsSync(target)) return true
    return fragment !== undefined && target.endsWith('.md') && !fragmentsOf(target).includes(fragment)
  })
}

/** Paths in backticks that do not exist. Placeholders such as `<page>` and globs are not checked. */
const missingPaths = (document: string): readonly string[] =>
  [
    ...readFileSync(document, 'utf8').matchAll(
      /`((?:src|cms|server|shared|scripts|tests|docs|deploy|public)\/[^`<>*\s]*)`/g,
    ),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(path))

/** Commands with arguments that a document names, and that are refused for another reason than a missing argument. */
function refusedCommands(document: string): readonly string[] {
  const named = readFileSync(document, 'utf8').matchAll(/npm (?:run )?([a-z:]+) -- ([^`#|)\n]*)/g)
  return [...named].flatMap(([line, name = '', text = '']) => {
    const command = findCommand(name)
    const args = text
      .replaceAll(/<[^>]*>|"[^"]*"/g, 'x')
      .trim()
      .split(/ +/)
    const found = command && findSubcommand(command, args)
    const problem = found ? findArgumentProblem(found.command, found.rest) : 'is no command'
    return problem === undefined || problem.includes(' is missing: ') ? [] : [`${line}: ${problem}`]
  })
}

/** Numbers of the sections in docs/requirements.md: headings such as `## 4. Gallery` and `### 4.2 Dialog`. */
const sections = new Set(
  [...readFileSync('docs/requirements.md', 'utf8').matchAll(/^#{2,4} (\d+(?:\.\d+)*)\.? /gm)].map(
    ([, number]) => number,
  ),
)

test('finds documents and sections', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/architecture.md']))
  expect(sections.size).toBeGreaterThan(8)
})

test.each(documents)('relative links of %s lead to files and headings', (document) => {
  expect(brokenLinks(document)).toEqual([])
})

test.each(['README.md', 'CONTRIBUTING.md', 'docs/architecture.md'])('paths in %s exist', (document) => {
  expect(missingPaths(document)).toEqual([])
})

test('commands that documents name are accepted with their arguments', () => {
  expect(documents.flatMap(refusedCommands)).toEqual([])
})

test('each citation of a decision record has its number, and the numbers have no gaps', () => {
  const records = readdirSync('docs/decisions').toSorted()
  expect(records.map((file) => Number(file.slice(0, 2)))).toEqual(records.map((_, index) => index + 1))
  const numbers = new Set(records.map((file) => String(Number(file.slice(0, 2)))))
  const unknown = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\brecords? (\d+)(?: and\s[\s*/]*(\d+))?(?:\]\(([^)]*)\))?/g)].flatMap(
      ([citation, ...cited]) =>
        cited.slice(0, 2).some((number) => number !== undefined && !numbers.has(number)) ||
        (cited[2] !== undefined && Number(/(\d+)-[^/]*$/.exec(cited[2])?.[1]) !== Number(cited[0]))
          ? [`${path}: ${citation}`]
          : [],
    ),
  )
  expect(unknown).toEqual([])
})

test('each citation of the requirements names a section', () => {
  const unknown = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/requirements(?:\]\([^)]*\))? ((?:§§? ?[\d.]+(?:, | and )?)+)/gi)].flatMap(
      ([, cited = '']) =>
        [...cited.matchAll(/\d+(?:\.\d+)*/g)].flatMap(([number]) =>
          sections.has(number) ? [] : [`${path}: §${number}`],
        ),
    ),
  )
  expect(unknown).toEqual([])
})

/** The rules of §2 to §12: paragraphs, list items and rows of tables. */
const rules = readFileSync('docs/requirements.md', 'utf8')
  .split(/^## 2\. .*$/m)[1]
  ?.split('\n')
  .filter((line, index, lines) => line && !/^(#|\|---)/.test(line) && !lines[index + 1]?.startsWith('|---'))

const NUMBER_AT_END = /\[\d+\.\d+\]$|\| \d+\.\d+(?:, \d+\.\d+)* \|$/
/** Sentences without a promise, content that editors may change, and what is measured. */
const WITHOUT_NUMBER = /^Every page:$|^Editors are the client's|\(first content|`npm run bench`/

test('each rule of the requirements ends with a number, which tests name; each number in a title exists', () => {
  expect(rules?.filter((rule) => !NUMBER_AT_END.test(rule) && !WITHOUT_NUMBER.test(rule))).toEqual([])
  const numbers = new Set(
    rules?.flatMap((rule) => rule.match(/(?<=\[)\d+\.\d+(?=\])|(?<=[|,] )\d+\.\d+(?=,| \|$)/g) ?? []),
  )
  const tests = tracked.filter((path) => /\.(test|e2e)\.tsx?$/.test(path))
  const titles = tests.flatMap((path) => readFileSync(path, 'utf8').match(/(?<=['"`])§.*/g) ?? [])
  const named = new Set(titles.flatMap((title) => /^(?:§\d+\.\d+ )+/.exec(title)?.[0].match(/\d+\.\d+/g) ?? [title]))
  expect([...numbers].filter((number) => !named.has(number))).toEqual([])
  expect([...named].filter((number) => !numbers.has(number))).toEqual([])
})

test('no comment cites a document outside of the repository', () => {
  const outside = sources.filter((path) => /\bspec §|(?<![\w/([-])contentful\.md/.test(readFileSync(path, 'utf8')))
  expect(outside).toEqual([])
})

test('§12.65 a server is set up in at most ten steps', () => {
  const [, guide = ''] =
    /^## On a server, in ten steps$([\s\S]*?)^## /m.exec(readFileSync('docs/deploying.md', 'utf8')) ?? []
  const steps = [...guide.matchAll(/^(\d+)\. /gm)].map(([, number]) => Number(number))
  expect(steps).toEqual(steps.map((_, index) => index + 1))
  expect(steps.length).toBeGreaterThan(0)
  expect(steps.length).toBeLessThanOrEqual(10)
})

test('README.md has at most 150 lines', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(151)
})
