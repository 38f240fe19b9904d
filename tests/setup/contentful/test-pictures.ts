import sharp from 'sharp'
import { createSeededRandom } from '#tests/setup/seeded-random.ts'

/** px. Just wide enough for the gallery, because encoding takes most of the time of these tests. */
const WIDTH = 1_500
const HEIGHT = 300

/** Creates a picture of colored clouds, different for each name. Its upper left corner is white. */
async function createClouds(name: string) {
  const random = createSeededRandom(name)
  const [width, height] = [9, 6]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(random() * 200)))
  const corner = { input: { create: { width: 300, height: 150, channels: 3, background: '#ffffff' } as const } }
  const large = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .toBuffer()
  return sharp(large, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).composite([
    { ...corner, left: 0, top: 0 },
  ])
}

/** Creates a portrait photo of a phone: rotated by EXIF, with GPS position and the P3 color profile. */
export const createPhonePhoto = memoize(async (name) => {
  const { data, info } = await (await createClouds(name)).raw().toBuffer({ resolveWithObject: true })
  return sharp(data, { raw: info })
    .rotate(270)
    .withIccProfile('p3')
    .withExif({
      IFD0: { Artist: 'Somebody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '29/1 45/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '95/1 22/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer()
})

/** Creates a JPEG without metadata. */
export const createPhoto = memoize(async (name) => (await createClouds(name)).jpeg({ quality: 90 }).toBuffer())

/** Caches pictures by name, because several tests use the same ones. */
function memoize(create: (name: string) => Promise<Buffer>): (name: string) => Promise<Buffer> {
  const pictures = new Map<string, Promise<Buffer>>()
  return (name) => {
    const picture = pictures.get(name) ?? create(name)
    pictures.set(name, picture)
    return picture
  }
}

/** Creates an SVG of bars, different for each name. */
export function createLogoSvg(name: string, content = ''): string {
  const random = createSeededRandom(name)
  const bars = Array.from(
    { length: 12 },
    (_, index) =>
      `<rect x="${index * 40}" y="${Math.floor(random() * 60)}" width="30" height="${20 + random() * 60}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="140" viewBox="0 0 480 140">${content}${bars.join('')}</svg>`
}
