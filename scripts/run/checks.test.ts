import { expect, test } from 'vitest'
import { chosenChecks } from './checks.ts'

const names = (...given: string[]) => chosenChecks(given).map(({ name }) => name)

test('without names everything runs', () =>
  expect(names()).toEqual(['fresh', 'types', 'lint', 'unused', 'unit', 'e2e']))

test('named checks run in their usual order', () => expect(names('e2e', 'types')).toEqual(['types', 'e2e']))

test('a name that is none is said, with those that are', () =>
  expect(() => names('unit', 'units')).toThrow('There is no check "units": name some of fresh, types,'))
