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

const poster = bundled.galleryPageCollection.items[0]?.hero.poster.url ?? ''
const stem = removeColorFromFileName(poster)
  .replace(/^derived\//, '')
  .replace(/\.jpg$/, '')

/** ms; the first call reads every image when `.cache` is empty. */
beforeAll(() => deriveImage(''))

test('derives an image on request', async () => {
  const name = `${stem}-320.avif`
  const [one, other] = await Promise.all([deriveImage(name), deriveImage(name)])
  expect(other).toBe(one)
  expect(await sharp(one ?? '').metadata()).toMatchObject({ width: 320, format: 'heif' })
})

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

test('the image for link previews is a JPEG of 1200 × 630 px', async () => {
  const path = await deriveImage(`${stem}-1200x630.jpg`)
  expect(await sharp(path ?? '').metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
})

test.each([`${stem}-321.avif`, `${stem}-320.png`, 'other.7a6b5c.0123abcd-320.avif', '../../package.json', ''])(
  'returns null for the unknown name %j',
  async (name) => expect(await deriveImage(name)).toBeNull(),
)

test.each([
  ['gallery-120.webp', 1440],
  ['gallery-120-preview.webp', 640],
])('§3 derives %s of the dynamic gallery, %i px wide', async (name, width) => {
  expect(await sharp((await deriveImage(name)) ?? '').metadata()).toMatchObject({ width, format: 'webp' })
})

test('returns null beyond the last image of the dynamic gallery', async () => {
  expect(await deriveImage('gallery-121.webp')).toBeNull()
})
