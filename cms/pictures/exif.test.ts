import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hasPlace } from './exif.ts'

const GPS = { GPSLatitudeRef: 'N', GPSLatitude: '31/1 58/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '99/1 54/1 0/1' }
const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#888888' } })

test.each(['jpeg', 'png', 'webp', 'avif'] as const)('finds the place in a %s', async (format) => {
  const write = (exif: object) =>
    picture()
      .withExif({ IFD0: { Artist: 'Somebody' }, ...exif })
      .toFormat(format)
      .toBuffer()
  expect(hasPlace(await write({ IFD3: GPS }))).toBe(true)
  expect(hasPlace(await write({}))).toBe(false)
})

test('finds the place in a TIFF, as which EXIF data is written', async () => {
  const { exif } = await sharp(await picture().withExif({ IFD3: GPS }).jpeg().toBuffer()).metadata()
  expect(hasPlace(exif?.subarray('Exif\0\0'.length) ?? Buffer.alloc(0))).toBe(true)
})

test('finds the place in the HEIC of a phone', async () => {
  expect(hasPlace(await readFile('tests/setup/photo-desk/phone-photo.heic'))).toBe(true)
})

test('finds the place in XMP', async () => {
  const xmp = '<x:xmpmeta xmlns:x="adobe:ns:meta/"><exif:GPSLatitude>31,58N</exif:GPSLatitude></x:xmpmeta>'
  expect(hasPlace(await picture().withXmp(xmp).jpeg().toBuffer())).toBe(true)
})

test.each(['II*\0', 'MM\0*\xff\xff\xff\xff', 'MM\0*\0\0\0\x08\xff\xff'])('ignores damaged EXIF data: %j', (text) => {
  expect(hasPlace(Buffer.from(text, 'latin1'))).toBe(false)
})
