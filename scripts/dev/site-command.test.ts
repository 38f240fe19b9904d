import { expect, test } from 'vitest'
import { readContentOrigin } from './site-command.ts'

const REAL = { VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/x' }

test('uses the local Contentful by default', () => expect(readContentOrigin({})).toBe('local'))

test('uses a real space when one is configured', () => expect(readContentOrigin(REAL)).toBe('remote'))

test('CMS=off takes precedence over both', () => {
  expect(readContentOrigin({ CMS: 'off' })).toBe('bundled')
  expect(readContentOrigin({ ...REAL, CMS: 'off' })).toBe('bundled')
})

test('rejects any other value of CMS', () =>
  expect(() => readContentOrigin({ CMS: 'no' })).toThrow('CMS is "no": set it to off'))

test('rejects an invalid public variable', () =>
  expect(() => readContentOrigin({ VITE_SITE_URL: 'site.example' })).toThrow('VITE_SITE_URL'))
