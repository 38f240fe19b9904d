import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { basename, join, parse } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { parseImageParameters } from '#cms/media/image-parameters.ts'
import { openPictureCache } from '#cms/media/picture-cache.ts'
import { addHashToFileName, removeColorFromFileName } from '#cms/seed/asset-file-name.ts'
import { readSeed } from '#cms/seed/read-seed.ts'
import { IMAGE_CACHE_FOLDER } from '#scripts/cms/folders.ts'
import bundled from '#src/content/bundled/gallery.json' with { type: 'json' }
import { deriveImage } from './derive-images.ts'

const poster = bundled.galleryPageCollection.items[0]?.hero.poster.url ?? ''
const stem = removeColorFromFileName(poster)
  .replace(/^derived\//, '')
  .replace(/\.jpg$/, '')

/** The first call reads every picture if `.cache` is empty. */
beforeAll(() => deriveImage(''), 60_000)

test('a picture of the bundled content is derived on the first request, once for simultaneous ones', async () => {
  const name = `${stem}-320.avif`
  const path = await deriveImage(name)
  await rm(path ?? '')
  const [one, other] = await Promise.all([deriveImage(name), deriveImage(name)])
  expect([one, other]).toEqual([path, path])
  expect(await sharp(one ?? '').metadata()).toMatchObject({ width: 320, format: 'heif' })
})

test('a drawing is served unchanged', async () => {
  const { file } = readSeed().assets.find((asset) => asset.file.endsWith('.svg')) ?? { file: '' }
  const source = join('public/media', file)
  const path = await deriveImage(addHashToFileName(basename(file), await readFile(source)))
  expect(await readFile(path ?? '')).toEqual(await readFile(source))
})

test('the local Contentful uses the file that was derived for the build', async () => {
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

test('the picture of a shared link is a JPEG of 1200 × 630 px', async () => {
  const path = await deriveImage(`${stem}-1200x630.jpg`)
  expect(await sharp(path ?? '').metadata()).toMatchObject({ width: 1200, height: 630, format: 'jpeg' })
})

test.each([`${stem}-321.avif`, `${stem}-320.png`, 'other.7a6b5c.0123abcd-320.avif', '../../package.json', ''])(
  'nobody is made to make %j',
  async (name) => expect(await deriveImage(name)).toBeNull(),
)

test.each([
  ['gallery-120.webp', 1440],
  ['gallery-120-preview.webp', 640],
])('spec §3: the dynamic gallery’s %s is there, %i px wide', async (name, width) => {
  expect(await sharp((await deriveImage(name)) ?? '').metadata()).toMatchObject({ width, format: 'webp' })
})

test('the dynamic gallery has no more files than entries', async () => {
  expect(await deriveImage('gallery-121.webp')).toBeNull()
})
