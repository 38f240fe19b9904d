import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, expect, test, vi } from 'vitest'
import { COMPARISONS, computePerceptualHash, isSameImage, type RawImage } from './perceptual-hash.ts'
import type { PictureName } from './picture-rules.ts'

// Pictures are decoded and encoded at full size.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const FOLDERS = { photograph: 'public/media/gallery', logo: 'public/media/logos' }

const hashContent = async (content: Buffer, name: PictureName) =>
  computePerceptualHash(await decodeToRgba(content), name)

/** The photos or logos of the site, resized as for the comparison. */
async function hashFolder(name: PictureName) {
  const files = (await readdir(FOLDERS[name])).map((file) => `${FOLDERS[name]}/${file}`)
  return Promise.all(
    files.map(async (file) => {
      const resized = await sharp(file).resize(COMPARISONS[name].width).png().toBuffer()
      return { file, hash: await hashContent(resized, name) }
    }),
  )
}

type HashedFiles = Awaited<ReturnType<typeof hashFolder>>
let hashedFiles: Readonly<Record<PictureName, HashedFiles>>

beforeAll(async () => {
  hashedFiles = { photograph: await hashFolder('photograph'), logo: await hashFolder('logo') }
})

const findSamePairs = (all: HashedFiles) =>
  all.flatMap((a, index) =>
    all.slice(0, index).flatMap((b) => (isSameImage(a.hash, b.hash) ? [`${a.file} ${b.file}`] : [])),
  )

test.each(['photograph', 'logo'] as const)('distinguishes each %s of the site', (type) => {
  expect(hashedFiles[type].length).toBeGreaterThan(1)
  expect(findSamePairs(hashedFiles[type])).toEqual([])
})

test.each([
  ['strongly compressed', (file: string) => sharp(file).jpeg({ quality: 40 }), 'photograph'],
  ['half the size', (file: string) => sharp(file).resize(700).webp(), 'photograph'],
  ['strongly compressed', (file: string) => sharp(file).webp({ quality: 40 }), 'logo'],
  ['half the size', (file: string) => sharp(file).resize(400).png(), 'logo'],
] as const)('§10.22 recognizes a picture that is %s', async (_, change, type) => {
  const sample = hashedFiles[type].filter((_, index) => index % 24 === 0)
  const results = sample.map(async ({ file, hash }) => {
    const changed = await hashContent(await change(file).toBuffer(), type)
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

/** A logo with a digit as on a display: an 8, or a 6, 9 or 0, which lack one of its lines. */
const createDigit = (missing: readonly number[]) => {
  const lines = ['0,0 24,4', '0,0 4,24', '20,0 4,24', '0,20 24,4', '0,20 4,24', '20,20 4,24', '0,40 24,4']
  const rects = lines
    .filter((_, index) => !missing.includes(index))
    .map((line) => {
      const [x, y, width, height] = line.split(/[ ,]/).map(Number)
      return `<rect x="${220 + (x ?? 0)}" y="${78 + (y ?? 0)}" width="${width}" height="${height}" fill="#fc3"/>`
    })
  return createSvg(480, 140, `<rect width="480" height="140" rx="20" fill="#123a63"/>${rects.join('')}`)
}

test.each([
  ['small logos in large frames', 'logo', createBars([300, 330, 400], '#000'), createBars([300, 360, 430], '#000')],
  ['grey logos', 'logo', createBars([300, 330, 400], 'gray'), createBars([300, 360, 430], 'gray')],
  ['logos with an 8 and a 6', 'logo', createDigit([]), createDigit([2])],
  ['logos with an 8 and a 9', 'logo', createDigit([]), createDigit([4])],
  ['logos with an 8 and a 0', 'logo', createDigit([]), createDigit([3])],
  ['photos in fog', 'photograph', createFog(300), createFog(900)],
] as const)('distinguishes two %s', async (_, name, a, b) => {
  expect(isSameImage(await hashContent(a, name), await hashContent(b, name))).toBe(false)
})

/** A hash with pixels of two grays, of which the first one differs from those of `original`. */
const createHash = (name: PictureName, light: number, changed: number) =>
  Uint8Array.from({ length: 3 * COMPARISONS[name].side ** 2 }, (_, index) =>
    index % 2 === 0 ? 0 : light + (index === 1 || name === 'photograph' ? changed : 0),
  )

test.each([
  ['photograph', 180, 11, true], // 5.5 on average; 6 % of the contrast is 5.4 in one, 5.73 in the other
  ['photograph', 180, 12, false],
  ['logo', 200, 28, true],
  ['logo', 200, 29, false],
  ['logo', 60, 18, true], // 30 % of the range
  ['logo', 60, 19, false],
] as const)('a %s with lines of %i that differ by %i is the same: %s', (name, light, changed, isSame) => {
  const original = createHash(name, light, 0)
  expect(isSameImage(original, createHash(name, light, changed))).toBe(isSame)
  expect(isSameImage(original, createHash(name === 'logo' ? 'photograph' : 'logo', light, 0))).toBe(false)
})

/**
 * Decodes a picture for its perceptual hash. At full size, because resizing a JPEG while decoding gives a different result
 * for each size. Applies no orientation: masters and pictures of the space are upright.
 */
async function decodeToRgba(content: Uint8Array): Promise<RawImage> {
  const pixels = sharp(content).toColourspace('srgb').ensureAlpha().raw()
  const { data, info } = await pixels.toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}
