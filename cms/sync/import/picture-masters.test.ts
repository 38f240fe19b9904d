import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { createPhotoMaster } from './picture-masters.ts'

const plain = (width: number, height: number, background = '#a04010') =>
  sharp({ create: { width, height, channels: 4, background } })

const made = async (picture: Sharp) => {
  const { content, ...master } = await createPhotoMaster(await picture.toBuffer())
  return { ...master, found: await sharp(content).metadata(), content }
}

test('the same file makes the same master', async () => {
  const source = await plain(1_500, 1_000).png().toBuffer()
  expect((await createPhotoMaster(source)).content).toEqual((await createPhotoMaster(source)).content)
})

test.each([
  ['PNG', plain(3_000, 300).png()],
  ['WebP', plain(3_000, 300).webp()],
  ['AVIF', plain(3_000, 300).avif({ effort: 0 })],
  ['TIFF', plain(3_000, 300).tiff()],
  ['16 bits', plain(3_000, 300).toColourspace('rgb16').png()],
  ['CMYK', plain(3_000, 300).flatten().toColourspace('cmyk').jpeg()],
  ['grey', plain(3_000, 300).flatten().toColourspace('b-w').jpeg()],
])('%s comes as an sRGB JPEG of at most 2880 px with colours in full', async (_, picture) => {
  const { found, width, extension } = await made(picture)
  expect({ width, extension }).toEqual({ width: 3_000, extension: '.jpg' })
  expect(found).toMatchObject({
    format: 'jpeg',
    width: 2_880,
    height: 288,
    space: 'srgb',
    channels: 3,
    chromaSubsampling: '4:4:4',
    isProgressive: true,
    hasProfile: false,
  })
})

test('where a photograph is transparent it becomes white', async () => {
  const { content } = await made(plain(1_500, 1_000, '#00000000').png())
  expect((await sharp(content).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test('it counts how wide it is upright', async () => {
  const lying = plain(1_500, 1_000).jpeg()
  expect(await made(lying.clone())).toMatchObject({ width: 1_500, height: 1_000 })
  await expect(made(lying.withMetadata({ orientation: 6 }))).rejects.toThrow('is 1000 px wide')
})

test.each([
  ['GIF', () => plain(1_500, 1_000).gif().toBuffer()],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"/>')],
])('%s is no photograph', async (format, source) => {
  await expect(createPhotoMaster(await source())).rejects.toThrow(`is ${format}: export it as JPEG`)
})
