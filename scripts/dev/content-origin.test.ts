import { expect, test } from 'vitest'
import { readContentOrigin } from './content-origin.ts'

const REAL = { VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/x', VITE_CONTENTFUL_TOKEN: 't' }

test('the local Contentful, where nothing is configured', () => expect(readContentOrigin({})).toBe('local'))

test('a real space, where one is', () => expect(readContentOrigin(REAL)).toBe('remote'))

test('CMS=off goes before both', () => {
  expect(readContentOrigin({ CMS: 'off' })).toBe('bundled')
  expect(readContentOrigin({ ...REAL, CMS: 'off' })).toBe('bundled')
})

test('any other value of CMS is said to be wrong', () =>
  expect(() => readContentOrigin({ CMS: 'no' })).toThrow('CMS is "no": set it to off'))

test('a wrong public variable is said before anything starts', () =>
  expect(() => readContentOrigin({ VITE_SITE_URL: 'site.example' })).toThrow('VITE_SITE_URL'))
