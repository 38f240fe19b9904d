import { expect, test } from 'vitest'
import { parseTestArguments } from './checks.ts'

const names = (...args: string[]) => parseTestArguments(args).chosen.map(({ name }) => name)

test('without names everything runs', () =>
  expect(names()).toEqual(['fresh', 'types', 'lint', 'unused', 'unit', 'contract', 'e2e']))

test('named checks run in their usual order', () => expect(names('e2e', 'types')).toEqual(['types', 'e2e']))

test('an unknown name is refused, with the known ones', () =>
  expect(() => names('unit', 'units')).toThrow('There is no check "units": name some of fresh, types,'))

test('what has a slash or a dot is a file', () => {
  const { chosen, options } = parseTestArguments(['unit', 'src/pages', 'hero.test'])
  expect(chosen.map(({ name }) => name)).toEqual(['unit'])
  expect(options).toEqual({ files: ['src/pages', 'hero.test'], watch: false })
})

test('a folder is a part of file names too', () =>
  expect(parseTestArguments(['unit', 'src', 'server']).options.files).toEqual(['src/', 'server/']))

test.each([[['src/pages']], [['types', 'src/pages']]])('files without their tests are refused: %j', (args) =>
  expect(() => parseTestArguments(args)).toThrow('npm test -- unit src/pages'),
)

test('unit tests can be watched', () =>
  expect(parseTestArguments(['unit', '--watch']).options).toEqual({ files: [], watch: true }))

test.each([[['--watch']], [['types', '--watch']], [['e2e', '--watch']], [['unit', 'contract', '--watch']]])(
  'other checks cannot be watched: %j',
  (args) => expect(() => parseTestArguments(args)).toThrow('--watch takes one check'),
)

test('an unknown option is refused', () =>
  expect(() => parseTestArguments(['--wach'])).toThrow("Unknown option '--wach'"))
