import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FrameLocator } from '@playwright/test'
import sharp from 'sharp'
import { type PictureSpace, readListedIds } from '#tests/setup/contentful/picture-space.ts'
import { createPhonePhoto, createPhoto } from '#tests/setup/contentful/test-pictures.ts'
import { addFiles, expect, expectSummary, getFileInput, getRow, readFiles, test } from './photo-desk.ts'

const FOLDER = 'tests/setup/photo-desk'

/** The colors of the bars in a turned picture, from left to right. */
const BARS = [
  [255, 255, 255],
  [224, 16, 16],
  [16, 192, 16],
  [16, 48, 224],
] as const

/** Creates a picture with bars along its upper edge, in Display P3 and lying on its side as the orientation says. */
async function createTurnedPicture(name: string, format: 'webp' | 'avif', orientation: 5 | 7) {
  const bars = BARS.map(([r, g, b], index) => ({
    input: { create: { width: 100, height: 100, channels: 3, background: { r, g, b } } as const },
    left: index * 100,
    top: 0,
  }))
  const clouds = await sharp(await createPhoto(name))
    .resize(1_440, 320, { fit: 'fill' })
    .toBuffer()
  const upright = await sharp(clouds).composite(bars).raw().toBuffer({ resolveWithObject: true })
  const picture = sharp(upright.data, { raw: upright.info })
  const mirrored = orientation === 5 ? picture.flip() : picture.flop()
  const turned = await mirrored.rotate(90).raw().toBuffer({ resolveWithObject: true })
  return sharp(turned.data, { raw: turned.info })
    .withIccProfile('p3')
    .withMetadata({ orientation, icc: 'p3' })
    .toFormat(format, { quality: 95, chromaSubsampling: '4:4:4', effort: 0 })
    .toBuffer()
}

/** Expects the color of a place in a picture. */
async function expectColor(file: Buffer | undefined, left: number, top: number, color: readonly number[]) {
  const pixels = await sharp(file).extract({ left, top, width: 20, height: 20 }).raw().toBuffer()
  for (const [channel, value] of color.entries()) expect(Math.abs((pixels[channel] ?? 0) - value)).toBeLessThan(10)
}

/** Selects two files, of which one is saved again and one deleted before the desk reads them. */
async function selectChangingFiles(desk: FrameLocator, space: PictureSpace) {
  const names = ['changed.jpg', 'deleted.jpg']
  for (const name of names) await space.writeFile(name, await createPhoto(name))
  const input = getFileInput(desk)
  // Holds the event of the selection until the files have changed.
  await input.evaluate((element) =>
    element.addEventListener('change', (event) => event.stopPropagation(), { once: true, capture: true }),
  )
  await input.setInputFiles(names.map((name) => join(space.pictureFolder, name)))
  // The browser reads the size of a file once, as the desk does when a file is selected.
  await input.evaluate((element: HTMLInputElement) => Array.from(element.files ?? [], ({ size }) => size))
  await space.writeFile('changed.jpg', await createPhoto('another picture'))
  await rm(join(space.pictureFolder, 'deleted.jpg'))
  await input.dispatchEvent('change')
}

test('§10.18 §10.19 §10.20 §10.21 §10.37 files become drafts, upright, in their colors and without private data, or say why they are refused', async ({
  page,
  space,
  desk,
  openDesk,
}) => {
  const photo = await createPhoto('good')
  const wide = sharp(await createPhoto('wide')).resize(3_200, 160, { fit: 'fill' })
  const accepted = [
    { name: 'heic.heic', buffer: await readFile(`${FOLDER}/turned-photo.heic`) },
    { name: 'صورة.jpg', buffer: await createPhonePhoto('phone') },
    { name: 'a..%2F..%2Fwebp.webp', buffer: await createTurnedPicture('webp', 'webp', 7) },
    { name: 'avif.avif', buffer: await createTurnedPicture('avif', 'avif', 5) },
    { name: 'cmyk.jpg', buffer: await wide.toColourspace('cmyk').jpeg().toBuffer() },
    {
      name: '16 bit 🏗️.png',
      buffer: await sharp(await createPhoto('deep'))
        .toColourspace('rgb16')
        .png({ compressionLevel: 1 })
        .toBuffer(),
    },
  ]
  const refused = [
    { name: 'small.jpg', buffer: await sharp(photo).resize(900).jpeg().toBuffer() },
    { name: 'cut.jpg', buffer: photo.subarray(0, photo.length / 2) },
    { name: 'hdr.avif', buffer: await readFile(`${FOLDER}/hdr.avif`) },
    { name: 'moving.gif', buffer: await sharp(photo).resize(30).gif().toBuffer() },
  ]
  const reasons = [
    'small.jpg is 900 px wide and 180 px high, but a photograph must be at least 1440 px',
    'cut.jpg cannot be read as a picture: export it again, as JPEG',
    'hdr.avif is an HDR picture: export it as JPEG, in standard dynamic range',
    'moving.gif is GIF: export it as JPEG.',
    'changed.jpg changes while it is read: add it when it is saved',
    'deleted.jpg cannot be opened: check that it still exists',
  ]

  await openDesk()
  await selectChangingFiles(desk, space)
  await addFiles(desk, ...accepted, ...refused, { name: '.DS_Store', buffer: Buffer.from('x') })
  await expectSummary(desk, `6 of 6 added, ${reasons.length} refused`)
  for (const reason of reasons) await expect(getRow(desk, reason)).toHaveCount(1)
  await expect(desk.getByRole('listitem')).toHaveCount(accepted.length + reasons.length)

  const files = await readFiles(space, (await readListedIds(space)).slice(3))
  const names = accepted.map(({ name }) => name.replace(/\.\w+$/, '.jpg'))
  expect([...files.keys()].toSorted()).toEqual(names.toSorted())
  for (const { content, isPublished } of files.values()) {
    expect(isPublished).toBe(false)
    const { format, exif, icc, xmp, iptc } = await sharp(content).metadata()
    expect({ format, exif, xmp, iptc }).toEqual({ format: 'jpeg' })
    expect(icc?.toString('utf16le').replaceAll('\0', '') ?? '').not.toContain('Display P3')
  }
  const sizes = await Promise.all(names.map((name) => sharp(files.get(name)?.content).metadata()))
  expect(sizes.map(({ width, height }) => `${width} × ${height}`)).toEqual([
    '1440 × 960',
    '1500 × 300',
    '1440 × 320',
    '1440 × 320',
    '2880 × 144',
    '1500 × 300',
  ])
  const [heic, , ...others] = names.map((name) => files.get(name)?.content)
  await expectColor(heic, 1_440 - 410, 960 - 310, [230, 60, 40])
  for (const file of others.slice(0, 2))
    for (const [index, color] of BARS.entries()) await expectColor(file, index * 100 + 40, 40, color)

  await page.getByRole('link', { name: 'Entries' }).click() // the page has nothing to lose: no dialog holds it
  await expect(page).toHaveURL(/entries/)
})
