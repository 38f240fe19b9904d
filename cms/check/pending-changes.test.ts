import { expect, test } from 'vitest'
import type { PublishedEntry } from '#cms/sync/contentful/delivered-content.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import {
  createAssetLink,
  createEntryLink,
  createTestDelivery,
  createTestImageFile,
  testLinks as links,
} from '#tests/setup/contentful/checked-content.ts'
import { findPendingChanges } from './pending-changes.ts'

const createEntry = (id: string, type: string, fields: PublishedEntry['fields'], updatedAt = ''): PublishedEntry => ({
  sys: { id, contentType: { sys: { id: type } }, updatedAt },
  fields,
})

const createRedirect = (from: string, to: string) => createEntry('away', 'redirect', { from, to, isPermanent: true })

test('lists what is not published, last changed first, a new picture once and without texts by the name of its file', async () => {
  const assets = ['shown', 'alone'].map((id) => ({ sys: { id }, fields: { file: createTestImageFile() } }))
  const photo = createEntry('photo', 'galleryImage', { photo: createAssetLink('shown') }, '2026-01-01')
  const fact = createEntry('fact', 'fact', { figure: '1', text: 'One' }, '2026-01-02')
  const drafts = createTestDelivery([photo, { ...fact, fields: { figure: '2', text: 'One' } }], assets)
  const { unpublished } = await findPendingChanges({ preview: drafts, delivery: createTestDelivery([fact]), links })
  expect(unpublished).toEqual([
    { id: 'fact', title: 'One', type: 'Fact', state: 'changed', link: links.entry('fact') },
    { id: 'photo', title: 'a.jpg', type: 'Gallery image', state: 'draft', link: links.entry('photo') },
    { id: 'alone', title: 'a.jpg', type: 'Asset', state: 'draft', link: links.asset('alone') },
  ])
})

test('names the field without which a list leaves an entry out', async () => {
  const photo = createAssetLink('shown')
  const unfinished = {
    textless: createEntry('textless', 'galleryImage', { photo }),
    blank: createEntry('blank', 'galleryImage', { photo, altText: ' ' }),
    fileless: createEntry('fileless', 'galleryImage', { altText: 'A weld' }),
    deleted: createEntry('deleted', 'galleryImage', { altText: 'A weld', photo: createAssetLink('gone') }),
    uploading: createEntry('uploading', 'galleryImage', { altText: 'A weld', photo: createAssetLink('waiting') }),
    decoration: createEntry('decoration', 'servicePanel', { header: 'A', title: 'B', text: 'C', image: photo }),
    unlinked: createEntry('unlinked', 'affiliation', { name: 'A', kind: 'Associations', logo: photo }),
    complete: createEntry('complete', 'galleryImage', { photo, altText: 'A weld' }),
  }
  const gallery = createEntry('gallery', 'galleryPage', {
    images: Object.keys(unfinished).map(createEntryLink),
    hero: createEntryLink('hero'),
  })
  const unlisted = createEntry('unlisted', 'galleryImage', {})
  const hero = createEntry('hero', 'videoHero', {})
  const preview = createTestDelivery(
    [gallery, ...Object.values(unfinished), unlisted, hero],
    [
      { sys: { id: 'shown' }, fields: { file: createTestImageFile() } },
      { sys: { id: 'waiting' }, fields: {} },
    ],
  )
  const { unpublished } = await findPendingChanges({ preview, delivery: createTestDelivery([]), links })
  const missing = unpublished.flatMap(({ id, missingField }) => (missingField ? [[id, missingField]] : []))
  expect(Object.fromEntries(missing)).toEqual({
    textless: 'Alternative text',
    blank: 'Alternative text',
    fileless: 'Photo',
    deleted: 'Photo',
    uploading: 'Photo',
  })
})

const AT_PAGE = 'begins at the page /services, which visitors see instead: choose an address that no page has'
const NO_PAGE = `and no page has that address: choose one of ${SITE_PATHS.join(', ')}`

test.each([
  ['a published one', '/a', '/gone', '/a', '/', `leads to /gone, ${NO_PAGE}`],
  ['a draft', '/a', '/', '/services', '/', AT_PAGE],
  ['both, as the draft says', '/a', '/gone', '/a', 'https://www.site.example/lost', `leads to /lost, ${NO_PAGE}`],
])('names a redirect that does not work: %s', async (_, from, to, draftFrom, draftTo, reason) => {
  const delivery = createTestDelivery([createRedirect(from, to)])
  const preview = createTestDelivery([createRedirect(draftFrom, draftTo)])
  const { refused } = await findPendingChanges({ preview, delivery, links, siteUrl: 'https://www.site.example' })
  expect(refused).toEqual([{ id: 'away', title: draftFrom, link: links.entry('away'), reason }])
})
