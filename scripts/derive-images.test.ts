import { rm } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withoutColor } from '#cms/seed/file-name.ts'
import bundled from '#src/content/bundled/gallery.json' with { type: 'json' }
import { deriveImage } from './derive-images.ts'

const poster = bundled.galleryPageCollection.items[0]?.hero.poster.url ?? ''
const stem = withoutColor(poster)
  .replace(/^derived\//, '')
  .replace(/\.jpg$/, '')

test('a picture of the bundled content is made when it is asked for, once for all who ask', async () => {
  const name = `${stem}-320.avif`
  await rm(`.cache/derived/${name}`, { force: true })
  const [one, other] = await Promise.all([deriveImage(name), deriveImage(name)])
  expect(one).toBe(other)
  expect(await sharp(one ?? '').metadata()).toMatchObject({ width: 320, format: 'heif' })
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
