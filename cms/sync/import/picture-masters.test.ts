import sharp, { type Sharp } from 'sharp'
import { expect, test } from 'vitest'
import { createLogoMaster, createPhotoMaster } from './picture-masters.ts'

const createImage = (width: number, height: number, background = '#a04010') =>
  sharp({ create: { width, height, channels: 4, background } })

const createMaster = async (picture: Sharp) => {
  const { content, ...master } = await createPhotoMaster(await picture.toBuffer())
  return { ...master, metadata: await sharp(content).metadata(), content }
}

test('creates the same master from the same file', async () => {
  const source = await createImage(1_500, 1_000).png().toBuffer()
  expect((await createPhotoMaster(source)).content).toEqual((await createPhotoMaster(source)).content)
})

test.each([
  ['PNG', createImage(3_000, 300).png()],
  ['WebP', createImage(3_000, 300).webp()],
  ['AVIF', createImage(3_000, 300).avif({ effort: 0 })],
  ['TIFF', createImage(3_000, 300).tiff()],
  ['16 bits', createImage(3_000, 300).toColourspace('rgb16').png()],
  ['CMYK', createImage(3_000, 300).flatten().toColourspace('cmyk').jpeg()],
  ['grey', createImage(3_000, 300).flatten().toColourspace('b-w').jpeg()],
])('converts %s to an sRGB JPEG of at most 2880 px without chroma subsampling', async (_, picture) => {
  const { metadata, width, extension } = await createMaster(picture)
  expect({ width, extension }).toEqual({ width: 3_000, extension: '.jpg' })
  expect(metadata).toMatchObject({
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

test('makes transparent parts white', async () => {
  const { content } = await createMaster(createImage(1_500, 1_000, '#00000000').png())
  expect((await sharp(content).stats()).channels.map(({ min }) => min)).toEqual([255, 255, 255])
})

test('measures the upright photo', async () => {
  const landscape = createImage(1_500, 600).jpeg()
  expect(await createMaster(landscape.clone())).toMatchObject({ width: 1_500, height: 600 })
  await expect(createMaster(landscape.withMetadata({ orientation: 6 }))).rejects.toThrow(
    'is 600 px wide and 1500 px high; a photograph must be at least 1440 px on the longer side and 640 px wide',
  )
})

test('accepts a portrait photo of 960 × 1440 px', async () => {
  expect(await createMaster(createImage(960, 1_440).jpeg())).toMatchObject({ width: 960, height: 1_440 })
})

test.each([
  [1_439, 960],
  [960, 1_439],
  [639, 1_440],
])('rejects a photo of %i × %i px', async (width, height) => {
  await expect(createMaster(createImage(width, height).jpeg())).rejects.toThrow(`is ${width} px wide and ${height} px`)
})

test('accepts a logo that is narrow but high enough', async () => {
  const logo = (width: number, height: number) => createImage(width, height).png().toBuffer()
  expect(await createLogoMaster(await logo(200, 400))).toMatchObject({ width: 200, height: 400 })
  await expect(createLogoMaster(await logo(399, 399))).rejects.toThrow('at least 400 px on the longer side')
})

test.each([
  ['GIF', () => createImage(1_500, 1_000).gif().toBuffer()],
  ['SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1000"/>')],
])('rejects %s', async (format, source) => {
  await expect(createPhotoMaster(await source())).rejects.toThrow(`is ${format}: export it as JPEG`)
})

test.each([
  ['a ZIP archive', 'PK\x03\x04', 'is a ZIP archive, not a photograph'],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'is HEIC, which cannot be read here'],
  ['text', 'no picture', 'cannot be read as a picture'],
])('names what a file with the name of a photo is: %s', async (_, content, message) => {
  await expect(createPhotoMaster(Buffer.from(content, 'latin1'))).rejects.toThrow(message)
})
