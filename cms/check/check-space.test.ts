import { expect, test } from 'vitest'
import {
  createAssetLink,
  createEntryLink,
  createTestDelivery,
  testLinks as links,
} from '#tests/setup/contentful/checked-content.ts'
import { checkSpace } from './check-space.ts'

const empty = createTestDelivery()
const rejectRequest = () => Promise.reject(new Error('400: unknown locale'))

test('reports a missing locale and fetches no content', async () => {
  const german = { ...empty, locales: async () => ['de-DE'], entries: rejectRequest, assets: rejectRequest }
  const { findings, notes } = await checkSpace({ preview: german, delivery: german, links })
  expect(findings.map(({ text }) => text)).toContainEqual(expect.stringContaining('no locale en-US'))
  expect(notes).toEqual(['Nothing else could be checked.'])
})

test('reports the missing model and pages of an empty space', async () => {
  const { findings, counts } = await checkSpace({ preview: empty, delivery: empty, links })
  expect(new Set(findings.map(({ rule, kind }) => `${rule} ${kind}`))).toEqual(new Set(['model space', 'page space']))
  expect(counts).toEqual({ errors: findings.length, warnings: 0, drafts: 0, waiting: 0 })
})

test('notes links that were not checked', async () => {
  const redirect = {
    sys: { id: 'away', contentType: { sys: { id: 'redirect' } } },
    fields: { from: '/shop', to: 'https://shop.example.org/', isPermanent: true },
  }
  const space = createTestDelivery([redirect])
  const checked = async (unasked: number) => {
    const linkChecker = async () => ({ problems: new Map(), uncheckedCount: unasked })
    return checkSpace({ preview: space, delivery: space, links, linkChecker })
  }
  expect(await checked(0)).toMatchObject({ notes: [], checked: { entries: 1, links: 1 } })
  expect(await checked(1)).toMatchObject({
    notes: ['No other site could be reached, so links to them were not checked.'],
    checked: { links: 0 },
  })
})

test('checks links and files of drafts too, and reports what is found', async () => {
  const createRedirect = (id: string, to: string) => ({
    sys: { id, contentType: { sys: { id: 'redirect' } } },
    fields: { from: `/${id}`, to, isPermanent: true },
  })
  const redirects = [
    createRedirect('own', 'https://www.site.example/own'),
    createRedirect('shop', 'https://shop.example/'),
  ]
  const drawing = { sys: { id: 'drawing' }, fields: { file: { url: 'https://images.example.org/a.svg' } } }
  const report = await checkSpace({
    ...{ links, name: 'the site', siteUrl: 'https://www.site.example' },
    delivery: createTestDelivery(redirects),
    preview: createTestDelivery([...redirects, createRedirect('next', 'https://next.example/')], [drawing]),
    linkChecker: async (urls) => ({
      problems: new Map(urls.slice(1).map((url) => [url, { isDead: true, reason: 'is gone' }])),
      uncheckedCount: 1,
    }),
    fileChecker: async (...contents) => ({
      problems: new Map([[drawing.fields.file.url, { rule: 'private', severity: 'warning', text: 'A place' }]]),
      unreadCount: Math.max(...contents.map(({ assets }) => assets.size)),
    }),
  })
  expect(report).toMatchObject({ space: 'the site', checked: { entries: 3, assets: 1, links: 2 } })
  expect(report.notes).toEqual([
    'The time limit was reached before 1 of 3 links to other sites were checked.',
    'Not all pictures could be read in time: 1. The next report reads these.',
  ])
  const found = report.findings.filter(({ rule }) => ['redirect', 'link', 'private'].includes(rule))
  expect(found.map(({ rule, id, isDraft }) => `${rule} ${id} ${isDraft}`)).toEqual([
    'link shop false',
    'redirect own false',
    'private drawing true',
    'link next true',
  ])
})

test('§10.8 counts an error only in what visitors see: not in a published photograph that no page lists', async () => {
  const createPhoto = (id: string) => ({
    sys: { id, contentType: { sys: { id: 'galleryImage' } } },
    fields: { altText: 'A weld', photo: createAssetLink('gone') },
  })
  const gallery = {
    sys: { id: 'gallery', contentType: { sys: { id: 'galleryPage' } } },
    fields: { images: [createEntryLink('listed')] },
  }
  const space = createTestDelivery([gallery, createPhoto('listed'), createPhoto('alone')])
  const { findings } = await checkSpace({ preview: space, delivery: space, links })
  expect(findings).toContainEqual(expect.objectContaining({ rule: 'unused', id: 'alone', isDraft: false }))
  const photos = findings.filter(({ rule, type }) => rule === 'reference' && type === 'Gallery image')
  expect(photos.map(({ id, isDraft }) => [id, isDraft])).toEqual([
    ['listed', false],
    ['alone', true],
  ])
})
