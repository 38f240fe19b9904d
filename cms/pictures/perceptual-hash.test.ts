import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { decodeToRgba } from '#tests/setup/decode-to-rgba.ts'
import { computePerceptualHash, isSameImage, type PerceptualHash } from './perceptual-hash.ts'
import { LOGO_TYPE, PHOTO_TYPE, type PictureType } from './picture-type.ts'

// Pictures are decoded and encoded at full size.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

interface HashedFile {
  readonly file: string
  readonly hash: PerceptualHash
}

const FOLDERS = { photo: 'public/media/gallery', logo: 'public/media/logos' }

const hashContent = async (content: Buffer, comparisonWidth: number) =>
  computePerceptualHash(await decodeToRgba(content), comparisonWidth)

/** The photos and logos of the site, resized as for the comparison. Each is decoded once. */
const hashedFiles: Record<keyof typeof FOLDERS, readonly HashedFile[]> = { photo: [], logo: [] }

beforeAll(async () => {
  hashedFiles.photo = await hashFolder(FOLDERS.photo, PHOTO_TYPE)
  hashedFiles.logo = await hashFolder(FOLDERS.logo, LOGO_TYPE)
})

async function hashFolder(folder: string, { comparisonWidth }: PictureType): Promise<readonly HashedFile[]> {
  const files = (await readdir(folder)).map((name) => `${folder}/${name}`)
  return Promise.all(
    files.map(async (file) => {
      const resized = await sharp(file).resize(comparisonWidth).png().toBuffer()
      return { file, hash: await hashContent(resized, comparisonWidth) }
    }),
  )
}

const findSamePairs = (all: readonly HashedFile[]) =>
  all.flatMap((a, index) =>
    all.slice(0, index).flatMap((b) => (isSameImage(a.hash, b.hash) ? [`${a.file} ${b.file}`] : [])),
  )

test.each([
  ['photos', 'photo', 120],
  ['logos', 'logo', 13],
] as const)('distinguishes all %s of the site', (_, type, count) => {
  expect(hashedFiles[type]).toHaveLength(count)
  expect(findSamePairs(hashedFiles[type])).toEqual([])
})

const PHOTO_CHANGES = {
  'strongly compressed': (file: string) => sharp(file).jpeg({ quality: 40 }),
  'half the size': (file: string) => sharp(file).resize(700).webp(),
  'twice the size': (file: string) => sharp(file).resize(2_880).jpeg(),
}
const LOGO_CHANGES = {
  'strongly compressed': (file: string) => sharp(file).webp({ quality: 40 }),
  'half the size': (file: string) => sharp(file).resize(400).png(),
  'twice the size': (file: string) => sharp(file).resize(2_880).png({ compressionLevel: 1 }),
}

test.each([
  ...Object.entries(PHOTO_CHANGES).map((each) => [...each, 'photo', PHOTO_TYPE] as const),
  ...Object.entries(LOGO_CHANGES).map((each) => [...each, 'logo', LOGO_TYPE] as const),
])('recognizes a picture that is %s', async (_, change, type, { comparisonWidth }) => {
  const sample = hashedFiles[type].filter((_, index) => index % 12 === 0)
  const results = sample.map(async ({ file, hash }) => {
    const changed = await hashContent(await change(file).toBuffer(), comparisonWidth)
    return `${file} ${isSameImage(changed, hash)}`
  })
  expect(await Promise.all(results)).toEqual(sample.map(({ file }) => `${file} true`))
})

const createSvg = (width: number, height: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`)
const createBars = (positions: readonly number[], fill: string) =>
  createSvg(900, 900, positions.map((x) => `<rect x="${x}" y="430" width="12" height="40" fill="${fill}"/>`).join(''))
const createFog = (x: number) =>
  createSvg(
    1_500,
    1_000,
    `<rect width="1500" height="1000" fill="#c8cdd2"/><rect x="${x}" y="600" width="60" height="160"/>`,
  )

test.each([
  ['small logos in large frames', LOGO_TYPE, createBars([300, 330, 400], '#000'), createBars([300, 360, 430], '#000')],
  ['grey logos', LOGO_TYPE, createBars([300, 330, 400], 'gray'), createBars([300, 360, 430], 'gray')],
  ['photos in fog', PHOTO_TYPE, createFog(300), createFog(900)],
])('distinguishes two %s', async (_, { comparisonWidth }, a, b) => {
  expect(isSameImage(await hashContent(a, comparisonWidth), await hashContent(b, comparisonWidth))).toBe(false)
})
