import { expect, test } from 'vitest'
import type { FullDeliveryClient } from '#cms/sync/contentful/delivery-client.ts'
import { createWebAppLinks } from '#cms/sync/contentful/web-app-links.ts'
import { checkSpace } from './check-space.ts'

const links = createWebAppLinks({
  spaceId: 'abc',
  environmentId: 'master',
  insecure: false,
  host: 'cdn.contentful.com',
})
const empty: FullDeliveryClient = {
  locales: async () => ['en-US'],
  contentTypes: async () => new Map(),
  entries: async () => [],
  assets: async () => [],
  allAssets: async () => [],
  entriesByLocale: async () => [],
}
const notAsked = () => Promise.reject(new Error('It answers 400: there is no such locale'))

test('a space without the site’s language is told of that, and is asked for nothing in it', async () => {
  const german = { ...empty, locales: async () => ['de-DE'], entries: notAsked, allAssets: notAsked }
  const { findings, notes } = await checkSpace({ preview: german, delivery: german, links })
  expect(findings.map(({ rule }) => rule)).toContain('language')
  expect(notes).toEqual(['Nothing else could be looked at.'])
})

test('an empty space lacks its model and all of its pages', async () => {
  const { findings, counts } = await checkSpace({ preview: empty, delivery: empty, links })
  expect(new Set(findings.map(({ rule, kind }) => `${rule} ${kind}`))).toEqual(new Set(['model space', 'page space']))
  expect(counts).toEqual({ broken: findings.length, should: 0, drafts: 0 })
})

test('links that could not be tried are said to be so', async () => {
  const redirect = {
    sys: { id: 'away', contentType: { sys: { id: 'redirect' } } },
    fields: { from: '/shop', to: 'https://shop.example.org/', isPermanent: true },
  }
  const space = { ...empty, entries: async () => [redirect] }
  const checked = async (unasked: number) => {
    const linkChecker = async () => ({ troubles: new Map(), unasked })
    return checkSpace({ preview: space, delivery: space, links, linkChecker })
  }
  expect(await checked(0)).toMatchObject({ notes: [], checked: { entries: 1, links: 1 } })
  expect(await checked(1)).toMatchObject({
    notes: ['No other site could be reached from here: links to them were not tried.'],
    checked: { links: 0 },
  })
})
