import { expect, test } from 'vitest'
import { parseTestArguments } from './checks.ts'

const names = (...args: string[]) => parseTestArguments(args).checks.map(({ name }) => name)

test('without names all checks run', () =>
  expect(names()).toEqual(['fresh', 'types', 'lint', 'unused', 'unit', 'contract', 'e2e']))

test('named checks run in the default order', () => expect(names('e2e', 'types')).toEqual(['types', 'e2e']))

test('rejects an unknown name and lists the known names', () =>
  expect(() => names('unit', 'units')).toThrow('There is no check "units": use fresh, types,'))

test('an argument with a slash or a dot is a file', () => {
  const { checks, options } = parseTestArguments(['unit', 'src/pages', 'hero.test'])
  expect(checks.map(({ name }) => name)).toEqual(['unit'])
  expect(options).toEqual({ files: ['src/pages', 'hero.test'], watch: false })
})

test('the name of a folder selects the files in it', () =>
  expect(parseTestArguments(['unit', 'src', 'server']).options.files).toEqual(['src/', 'server/']))

test.each([[['src/pages']], [['types', 'src/pages']]])('rejects files without the name of a test check: %j', (args) =>
  expect(() => parseTestArguments(args)).toThrow('npm test -- unit src/pages'),
)

test('accepts --watch for unit tests', () =>
  expect(parseTestArguments(['unit', '--watch']).options).toEqual({ files: [], watch: true }))

test.each([[['--watch']], [['types', '--watch']], [['e2e', '--watch']], [['unit', 'contract', '--watch']]])(
  'rejects --watch for %j',
  (args) => expect(() => parseTestArguments(args)).toThrow('--watch needs one check'),
)

test('rejects an unknown option', () => expect(() => parseTestArguments(['--wach'])).toThrow("Unknown option '--wach'"))
