import { executeQuery } from 'contentful-local/schema'
import { expect, test } from 'vitest'
import { modelContentTypes } from '#cms/model/print-model-schema.ts'
import type { Seed } from '#cms/seed/seed-types.ts'
import { createSeedContentSource } from './seed-content-source.ts'

const seed: Seed = {
  assets: [{ id: 'file', file: 'gallery/file.jpg', title: 'A file' }],
  entries: [
    { id: 'photo-2', type: 'galleryImage', fields: { photo: 'file', altText: 'The second' } },
    { id: 'photo-1', type: 'galleryImage', fields: { photo: 'file', altText: 'The first', caption: 'A word' } },
    { id: 'page', type: 'galleryPage', fields: { name: 'Gallery', images: ['photo-2', 'photo-1'] } },
  ],
}

const FILE = { fileName: 'file.jpg', contentType: 'image/jpeg', size: 5, width: 30, height: 20 }
const PUBLISHED_AT = '2025-01-01T00:00:00.000Z'
const source = createSeedContentSource(seed, ({ file }) => ({ url: file, ...FILE }))

const ask = (query: string) => executeQuery({ contentTypes: modelContentTypes, source, query })

test('resolves links and keeps the order of lists', () => {
  const { data, errors } = ask(`{ galleryPageCollection(limit: 1) { total items { name hero { name }
    imagesCollection { total items { sys { id spaceId environmentId publishedVersion publishedAt firstPublishedAt }
    altText caption photo { sys { id } title url fileName contentType size width height } } } } } }`)
  expect(errors).toBeUndefined()
  const photo = { sys: { id: 'file' }, title: 'A file', url: 'gallery/file.jpg', ...FILE }
  const publication = { publishedVersion: 1, publishedAt: PUBLISHED_AT, firstPublishedAt: PUBLISHED_AT }
  const sys = { spaceId: 'local', environmentId: 'master', ...publication }
  const items = [
    { sys: { id: 'photo-2', ...sys }, altText: 'The second', caption: null, photo },
    { sys: { id: 'photo-1', ...sys }, altText: 'The first', caption: 'A word', photo },
  ]
  const page = { name: 'Gallery', hero: null, imagesCollection: { total: 2, items } }
  expect(ask('{ galleryImageCollection { items { altText } } }').data).toEqual({
    galleryImageCollection: { items: [{ altText: 'The first' }, { altText: 'The second' }] },
  })
  expect(data).toEqual({ galleryPageCollection: { total: 1, items: [page] } })
})

test.each([
  [{ typo: 'A word' }, '"typo"'],
  [{ images: 5 }, '"images"'],
])('rejects unknown fields and invalid links: %o', (fields, name) => {
  const broken: Seed = { assets: [], entries: [{ id: 'page', type: 'galleryPage', fields }] }
  expect(() => createSeedContentSource(broken, () => expect.fail())).toThrow(name)
})
