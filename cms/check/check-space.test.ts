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

test('notes pictures that were not read', async () => {
  const fileChecker = async () => ({ problems: new Map(), unreadCount: 2 })
  const { notes } = await checkSpace({ preview: empty, delivery: empty, links, fileChecker })
  expect(notes).toContain('Not all pictures could be read in time: 2. The next report reads these.')
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
  const photos = findings.filter(({ rule, type }) => rule === 'reference' && type === 'Gallery image')
  expect(photos.map(({ id, isDraft }) => [id, isDraft])).toEqual([
    ['listed', false],
    ['alone', true],
  ])
})
