import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#cms/check/test-content.ts'
import { createRedirectRule } from './redirects.ts'

const space = (ways: Readonly<Record<string, readonly [from: string, to: string]>>) =>
  createTestContent({
    entries: Object.fromEntries(
      Object.entries(ways).map(([id, [from, to]]) => [id, ['redirect', { from, to, isPermanent: true }]]),
    ),
  })

test('a redirect that leads to a page is in order', () => {
  expect(runRule(createRedirectRule(), space({ a: ['/brochure', '/services'] }))).toEqual([])
})

test('each redirect of a circle is named with the reason', () => {
  expect(runRule(createRedirectRule(), space({ a: ['/a', '/b'], b: ['/b', '/a'], c: ['/c', '/gallery'] }))).toEqual([
    expect.stringMatching(/^broken a: The redirect from \/a leads in a circle, .+: /),
    expect.stringMatching(/^broken b: The redirect from \/b leads in a circle, .+: /),
  ])
})

test('the site’s own address written in full counts as this site', () => {
  const loop = space({ a: ['/a', 'https://www.blackland.example/a'] })
  expect(runRule(createRedirectRule(), loop)).toEqual([])
  expect(runRule(createRedirectRule('https://www.blackland.example'), loop)).toHaveLength(1)
})

test('one without an address is an empty field, and no more', () => {
  expect(runRule(createRedirectRule(), createTestContent({ entries: { a: ['redirect', { from: '/a' }] } }))).toEqual([])
})
