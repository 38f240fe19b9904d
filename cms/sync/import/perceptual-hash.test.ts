import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { computePerceptualHash, isSameImage, type PerceptualHash } from './perceptual-hash.ts'
import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from './picture-type.ts'

/** Pictures are decoded and encoded in full. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface Held {
  readonly file: string
  readonly looks: PerceptualHash
}

const FOLDERS = { photo: 'public/media/gallery', logo: 'public/media/logos' }

/** The site's photographs, and its logos, as the space holds them: small, or drawn. Each is decoded once. */
const held: Record<keyof typeof FOLDERS, readonly Held[]> = { photo: [], logo: [] }

beforeAll(async () => {
  held.photo = await heldIn(FOLDERS.photo, PHOTO_TYPE)
  held.logo = await heldIn(FOLDERS.logo, LOGO_TYPE)
})

async function heldIn(folder: string, { comparisonWidth }: PictureType): Promise<readonly Held[]> {
  const files = (await readdir(folder)).map((name) => `${folder}/${name}`)
  return Promise.all(
    files.map(async (file) => {
      const small = await sharp(file).resize(comparisonWidth).png().toBuffer()
      return { file, looks: await computePerceptualHash(small, comparisonWidth) }
    }),
  )
}

const alike = (all: readonly Held[]) =>
  all.flatMap((one, place) =>
    all.slice(0, place).flatMap((other) => (isSameImage(one.looks, other.looks) ? [`${one.file} ${other.file}`] : [])),
  )

test.each([
  ['photographs', 'photo', 120],
  ['logos', 'logo', 13],
] as const)('no two of the site’s %s are taken for the same', (_, kind, count) => {
  expect(held[kind]).toHaveLength(count)
  expect(alike(held[kind])).toEqual([])
})

const OF_PHOTOS = {
  'compressed hard': (file: string) => sharp(file).jpeg({ quality: 40 }),
  'half as large': (file: string) => sharp(file).resize(700).webp(),
  'twice as large': (file: string) => sharp(file).resize(2_880).jpeg(),
}
const OF_LOGOS = {
  'compressed hard': (file: string) => sharp(file).webp({ quality: 40 }),
  'half as large': (file: string) => sharp(file).resize(400).png(),
  'twice as large': (file: string) => sharp(file).resize(2_880).png({ compressionLevel: 1 }),
}

test.each([
  ...Object.entries(OF_PHOTOS).map((each) => [...each, 'photo', PHOTO_TYPE] as const),
  ...Object.entries(OF_LOGOS).map((each) => [...each, 'logo', LOGO_TYPE] as const),
])('the same picture is known when it is %s', async (_, change, kind, { comparisonWidth }) => {
  const some = held[kind].filter((_, place) => place % 12 === 0)
  const known = some.map(async ({ file, looks }) => {
    const changed = await computePerceptualHash(await change(file).toBuffer(), comparisonWidth)
    return `${file} ${isSameImage(changed, looks)}`
  })
  expect(await Promise.all(known)).toEqual(some.map(({ file }) => `${file} true`))
})

const drawn = (width: number, height: number, inside: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${inside}</svg>`)
const bars = (places: readonly number[], fill: string) =>
  drawn(900, 900, places.map((at) => `<rect x="${at}" y="430" width="12" height="40" fill="${fill}"/>`).join(''))
const inFog = (at: number) =>
  drawn(
    1_500,
    1_000,
    `<rect width="1500" height="1000" fill="#c8cdd2"/><rect x="${at}" y="600" width="60" height="160"/>`,
  )

test.each([
  ['small logos in large frames', LOGO_TYPE, bars([300, 330, 400], '#000'), bars([300, 360, 430], '#000')],
  ['grey logos', LOGO_TYPE, bars([300, 330, 400], 'gray'), bars([300, 360, 430], 'gray')],
  ['photographs in fog', PHOTO_TYPE, inFog(300), inFog(900)],
])('two %s are not taken for the same', async (_, { comparisonWidth }, one, other) => {
  expect(
    isSameImage(await computePerceptualHash(one, comparisonWidth), await computePerceptualHash(other, comparisonWidth)),
  ).toBe(false)
})
