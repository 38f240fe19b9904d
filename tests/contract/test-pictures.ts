import sharp from 'sharp'
import { createSeededRandom } from '#shared/seeded-random.ts'

/** px; wide enough for the gallery, and no more than that: encoding them is most of what these tests do. */
const WIDTH = 1_500
const HEIGHT = 300

/** A picture of coloured clouds that nobody else has: another one for each name. Its left upper corner is white. */
async function clouds(name: string) {
  const draw = createSeededRandom(name)
  const [width, height] = [9, 6]
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(draw() * 200)))
  const corner = { input: { create: { width: 300, height: 150, channels: 3, background: '#ffffff' } as const } }
  const large = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill' })
    .toBuffer()
  return sharp(large, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).composite([
    { ...corner, left: 0, top: 0 },
  ])
}

/** A photograph as a phone held upright writes it: turned, with the place where it was taken, in wide colours. */
export const phonePhoto = madeOnce(async (name) => {
  const { data, info } = await (await clouds(name)).raw().toBuffer({ resolveWithObject: true })
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

/** A photograph without anything special. */
export const photo = madeOnce(async (name) => (await clouds(name)).jpeg({ quality: 90 }).toBuffer())

/** The same name is the same picture: several tests use it. */
function madeOnce(make: (name: string) => Promise<Buffer>): (name: string) => Promise<Buffer> {
  const made = new Map<string, Promise<Buffer>>()
  return (name) => {
    const picture = made.get(name) ?? make(name)
    made.set(name, picture)
    return picture
  }
}

/** A drawing of bars that nobody else has. */
export function drawing(name: string, inside = ''): string {
  const draw = createSeededRandom(name)
  const bars = Array.from(
    { length: 12 },
    (_, place) => `<rect x="${place * 40}" y="${Math.floor(draw() * 60)}" width="30" height="${20 + draw() * 60}"/>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="140" viewBox="0 0 480 140">${inside}${bars.join('')}</svg>`
}
