import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import { openPictureCache, parseImageParameters } from 'contentful-local/images'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { removeColorFromFileName } from '#cms/seed/asset-file-name.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { IMAGE_CACHE_FOLDER } from '#scripts/cli/folders.ts'
import bundled from '#src/content/bundled/gallery.json' with { type: 'json' }
import { deriveImage } from './derive-images.ts'
import { listDynamicGalleryImages } from './derived-image-list.ts'

const poster = bundled.galleryPageCollection.items[0]?.hero.poster.url ?? ''
const stem = removeColorFromFileName(poster)
  .replace(/^derived\//, '')
  .replace(/\.jpg$/, '')

/** The first call reads every image when `.cache` is empty. */
beforeAll(() => deriveImage(''))

test('the local Contentful reuses an image that was derived for the build', async () => {
  const path = (await deriveImage(`${stem}-320.webp`)) ?? ''
  const { file } = readSeed().assets.find((asset) => stem.startsWith(parse(asset.file).name)) ?? { file: '' }
  const source = join('public/media', file)
  const sha256 = createHash('sha256')
    .update(await readFile(source))
    .digest('hex')
  const parameters = parseImageParameters({ w: '320', fm: 'webp', q: '70' }) ?? {}
  const names = await openPictureCache(IMAGE_CACHE_FOLDER).derive({ path: source, sha256 }, [
    { parameters, format: 'webp' },
  ])
  expect(names).toEqual([basename(path)])
})

test.each([
  `${stem}-321.avif`,
  `${stem}-320.png`,
  'other.7a6b5c.0123abcd-320.avif',
  '../../package.json',
  'gallery-121.webp',
])('returns null for the unknown name %j', async (name) => expect(await deriveImage(name)).toBeNull())

test('§3.7 photos of the dynamic gallery are at most 1440 px wide, and their previews 640 px', async () => {
  const images = await listDynamicGalleryImages()
  const widths = images.map(({ name, derivation }) => [/-preview\.webp$/.test(name), derivation?.parameters.w])
  expect(images).toHaveLength(240)
  expect(widths).toEqual(Array.from({ length: 240 }, (_, index) => (index % 2 ? [true, 640] : [false, 1440])))
})

test.each([
  [`${stem}-320.avif`, { width: 320, format: 'heif' }],
  [`${stem}-1200x630.jpg`, { width: 1200, height: 630, format: 'jpeg' }],
  ['gallery-120.webp', { width: 1440, format: 'webp' }],
  ['gallery-120-preview.webp', { width: 640, format: 'webp' }],
])('§3.7 derives %s of the dynamic gallery and of the seed', async (name, expected) => {
  expect(await sharp((await deriveImage(name)) ?? '').metadata()).toMatchObject(expected)
})
