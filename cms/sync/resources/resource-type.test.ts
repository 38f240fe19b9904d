import { expect, test } from 'vitest'
import { matchesDesired } from './resource-type.ts'

const link = { sys: { type: 'Link', linkType: 'Entry', id: 'a' } }

test.each([
  ['the same text', 'a', 'a'],
  ['another order of keys', { b: 1, a: { d: 2, c: 3 } }, { a: { c: 3, d: 2 }, b: 1 }],
  ['absent for null', {}, { a: null }],
  ['null for absent', null, undefined],
  ['keys that only Contentful adds', { a: 1, apiName: 'a' }, { a: 1 }],
  ['the same links', [link], [{ sys: { id: 'a', linkType: 'Entry', type: 'Link' } }]],
])('matches: %s', (_, actual, desired) => expect(matchesDesired(actual, desired)).toBe(true))

test.each([
  ['another text', 'a', 'b'],
  ['a number as text', '1', 1],
  ['no value for false', undefined, false],
  ['no value for an empty text', undefined, ''],
  ['a value for null', 'a', null],
  ['no value for an empty list', undefined, []],
  ['a longer list', ['a', 'b'], ['a']],
  ['a shorter list', ['a'], ['a', 'b']],
  ['another order of a list', ['b', 'a'], ['a', 'b']],
  ['another target', link, { sys: { ...link.sys, id: 'b' } }],
  ['an asset for an entry', link, { sys: { ...link.sys, linkType: 'Asset' } }],
  ['a list for an object', [], {}],
])('does not match: %s', (_, actual, desired) => expect(matchesDesired(actual, desired)).toBe(false))
