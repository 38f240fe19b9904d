import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#cms/check/test-content.ts'
import { createRedirectRule } from './redirects.ts'

const space = (ways: Readonly<Record<string, readonly [from: string, to: string]>>) =>
  createTestContent({
    entries: Object.fromEntries(
      Object.entries(ways).map(([id, [from, to]]) => [id, ['redirect', { from, to, isPermanent: true }]]),
    ),
  })

test('accepts a redirect to a page', () => {
  expect(runRule(createRedirectRule(), space({ a: ['/brochure', '/services'] }))).toEqual([])
})

test('reports each redirect of a loop with the reason', () => {
  expect(runRule(createRedirectRule(), space({ a: ['/a', '/b'], b: ['/b', '/a'], c: ['/c', '/gallery'] }))).toEqual([
    expect.stringMatching(/^error a: The redirect from \/a leads in a circle, .+: /),
    expect.stringMatching(/^error b: The redirect from \/b leads in a circle, .+: /),
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
