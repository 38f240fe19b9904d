import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#tests/setup/contentful/checked-content.ts'
import { createRedirectRule } from './redirects.ts'

const space = (ways: Readonly<Record<string, readonly [from: string, to: string]>>) =>
  createTestContent({
    entries: Object.fromEntries(
      Object.entries(ways).map(([id, [from, to]]) => [id, ['redirect', { from, to, isPermanent: true }]]),
    ),
  })

test('reports a redirect that the site does not serve, with the reason', () => {
  expect(runRule(createRedirectRule(), space({ a: ['/services', '/'], c: ['/c', '/gallery'] }))).toEqual([
    'error a: The redirect from /services begins at the page /services, which visitors see instead: choose an address that no page has',
  ])
})

test('treats the URL of the site as a path', () => {
  const loop = space({ a: ['/a', 'https://www.blackland.example/a'] })
  expect(runRule(createRedirectRule(), loop)).toEqual([])
  expect(runRule(createRedirectRule('https://www.blackland.example'), loop)).toHaveLength(1)
})

test('ignores a redirect without an address, which empty-fields reports', () => {
  expect(runRule(createRedirectRule(), createTestContent({ entries: { a: ['redirect', { from: '/a' }] } }))).toEqual([])
})
