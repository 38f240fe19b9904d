import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { build } from 'vite'
import { computePerceptualHash, isSameImage, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/pictures/picture-type.ts'
import { decodeToRgba } from '#tests/setup/decode-to-rgba.ts'

/** The module in the page: the bundle defines a global variable with its exports. */
declare const perceptualHash: { readonly computePerceptualHash: typeof computePerceptualHash }

let bundle: string

test.beforeAll(async () => {
  const entry = `${import.meta.dirname}/../../cms/pictures/perceptual-hash.ts`
  const outputs = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: { write: false, lib: { entry, formats: ['iife'], name: 'perceptualHash' } },
  })
  const [output] = [outputs].flat()
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (!chunk) throw new Error('Vite returned no bundle')
  bundle = chunk.code
})

const MEDIA_TYPES = { '.jpg': 'image/jpeg', '.png': 'image/png', '.svg': 'image/svg+xml' } as const

/** Decodes a picture with the browser and computes its hash there. */
async function hashInBrowser(page: Page, content: Buffer, mediaType: string, comparisonWidth: number) {
  await page.addScriptTag({ content: bundle })
  const url = `data:${mediaType};base64,${content.toString('base64')}`
  const hash = await page.evaluate(
    async ({ source, width }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')
      if (!context) throw new Error('The browser has no canvas')
      context.drawImage(image, 0, 0)
      const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
      return [...perceptualHash.computePerceptualHash(pixels, width)]
    },
    { source: url, width: comparisonWidth },
  )
  return Uint8Array.from(hash)
}

const hashInNode = async (content: Buffer, comparisonWidth: number) =>
  computePerceptualHash(await decodeToRgba(content), comparisonWidth)

/** The mean difference of the colours, of 255. */
const getMeanDifference = (a: PerceptualHash, b: PerceptualHash) =>
  a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length

const LOGOS = ['logos/06-united-pipeline-welders.svg', 'logos/08-laborers-council-of-the-plains.svg'] as const

const CASES = [
  {
    name: 'a JPEG',
    pictureType: PHOTO_TYPE,
    files: ['gallery/002-sideboom-hook.jpg', 'gallery/004-bluehour-string.jpg'],
    extension: '.jpg',
    read: (path: string) => readFile(path),
  },
  {
    name: 'a JPEG with the Display P3 profile',
    pictureType: PHOTO_TYPE,
    files: ['gallery/007-spool-yard-above.jpg', 'gallery/025-restored-marker.jpg'],
    extension: '.jpg',
    read: (path: string) => sharp(path).withIccProfile('p3').jpeg({ quality: 90 }).toBuffer(),
  },
  {
    name: 'a transparent PNG',
    pictureType: LOGO_TYPE,
    files: LOGOS,
    extension: '.png',
    read: (path: string) => sharp(path).png().toBuffer(),
  },
  { name: 'an SVG', pictureType: LOGO_TYPE, files: LOGOS, extension: '.svg', read: (path: string) => readFile(path) },
] as const

for (const { name, pictureType, files, extension, read } of CASES) {
  test(`the hash of ${name} is the same in the browser and in Node`, async ({ page }) => {
    const { comparisonWidth } = pictureType
    const [content, otherContent] = await Promise.all([
      read(`public/media/${files[0]}`),
      read(`public/media/${files[1]}`),
    ])
    const inBrowser = await hashInBrowser(page, content, MEDIA_TYPES[extension], comparisonWidth)
    const inNode = await hashInNode(content, comparisonWidth)
    expect(getMeanDifference(inBrowser, inNode)).toBeLessThan(0.5)
    expect(isSameImage(inBrowser, inNode)).toBe(true)
    expect(isSameImage(inBrowser, await hashInNode(otherContent, comparisonWidth))).toBe(false)
  })
}
