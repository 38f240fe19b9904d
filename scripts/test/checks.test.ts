import { expect, test } from 'vitest'
import { getTestArguments, selectChecks } from './checks.ts'

const select = (...names: string[]) => selectChecks(names, {}).map(({ name, files }) => [name, ...files])

const TESTS = ['unit', 'mounted', 'contract', 'faults', 'e2e']

test('§11.5 without names all checks run, but not those that need other programs', () =>
  expect(select().flat()).toEqual(['fresh', 'types', 'lint', 'imports', 'unused', ...TESTS]))

test('named checks run in the default order', () =>
  expect(select('browsers', 'types')).toEqual([['types'], ['browsers']]))

test('a part of a path selects test files and the checks that run them', () => {
  expect(select('test/checks.test')).toEqual([['unit', 'scripts/test/checks.test.ts']])
  expect(select('pictures-dialog')).toEqual([['mounted', 'cms/photo-desk/components/pictures-dialog.test.tsx']])
  expect(select('faults/kill')).toEqual([['faults', 'tests/faults/kill.test.ts']])
  expect(select('contentful-local/tests/tags')).toEqual([['contract', 'packages/contentful-local/tests/tags.test.ts']])
  expect(select('menu.e2e')).toEqual([['e2e', 'tests/e2e/menu.e2e.ts']])
  expect(select('tests/browsers/journeys')).toEqual([['browsers', 'tests/browsers/journeys.e2e.ts']])
  expect(select('browsers', 'journeys')).toEqual([['browsers', 'tests/browsers/journeys.e2e.ts']])
  expect(select('types', 'menu.e2e')).toEqual([['types'], ['e2e', 'tests/e2e/menu.e2e.ts']])
})

test('an option for tests leaves out the checks without tests', () =>
  expect(selectChecks([], { grep: 'adds' }).map(({ name }) => name)).toEqual(TESTS))

test.each([
  [['no-such-file'], '"no-such-file" is no check and no part of the path of a test file. Checks: fresh, types,'],
  [['contract', 'e2e/menu.e2e'], '"e2e/menu.e2e" is in the path of test files of e2e: name that check, or none'],
  [['unit', 'tests/docs'], '"tests/docs" is in the path of test files of contract: name that check, or none'],
])('rejects %j, which select nothing, with what could be meant', (names, message) =>
  expect(() => select(...names)).toThrow(message),
)

test.each([
  ['types', []],
  ['unit', ['run', '--reporter=default', '--reporter=junit', '--outputFile.junit=report.xml', '-t', 'adds']],
  ['e2e', ['--reporter=list,junit', '-g', 'adds', '--headed']],
])('passes the options to the runner of %s', (name, expected) => {
  const [check] = selectChecks([name], {})
  expect(check && getTestArguments(check, { grep: 'adds', headed: true }, 'report.xml')).toEqual(expected)
})
