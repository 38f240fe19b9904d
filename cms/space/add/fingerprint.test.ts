import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { type Fingerprint, fingerprint, looksLike } from './fingerprint.ts'
import { LOGOS, PHOTOS, type PictureKind } from './picture-kind.ts'

/** Each picture is decoded in full. */
vi.setConfig({ testTimeout: 120_000 })

/** The pictures as the space holds them: small, or drawn. */
async function held(folder: string, kind: PictureKind) {
  const files = (await readdir(folder)).map((name) => `${folder}/${name}`)
  return Promise.all(
    files.map(async (file) => ({
      file,
      looks: await fingerprint(await sharp(file).resize(kind.comparedAt).png().toBuffer(), kind.comparedAt),
    })),
  )
}

const alike = (all: readonly { readonly file: string; readonly looks: Fingerprint }[]) =>
  all.flatMap((one, place) =>
    all.slice(0, place).flatMap((other) => (looksLike(one.looks, other.looks) ? [`${one.file} ${other.file}`] : [])),
  )

test.each([
  ['photographs', 'public/media/gallery', PHOTOS, 120],
  ['logos', 'public/media/logos', LOGOS, 13],
])('no two of the site’s %s are taken for the same', async (_, folder, kind, count) => {
  const all = await held(folder, kind)
  expect(all).toHaveLength(count)
  expect(alike(all)).toEqual([])
})

const OF_PHOTOS = {
  'compressed hard': (file: string) => sharp(file).jpeg({ quality: 40 }),
  'half as large': (file: string) => sharp(file).resize(700).jpeg(),
  'twice as large': (file: string) => sharp(file).resize(2_880).webp(),
}
const OF_LOGOS = {
  'compressed hard': (file: string) => sharp(file).webp({ quality: 40 }),
  'half as large': (file: string) => sharp(file).resize(400).png(),
  'twice as large': (file: string) => sharp(file).resize(2_880).png(),
}

test.each([
  ...Object.entries(OF_PHOTOS).map((each) => [...each, 'public/media/gallery', PHOTOS] as const),
  ...Object.entries(OF_LOGOS).map((each) => [...each, 'public/media/logos', LOGOS] as const),
])('the same picture is known when it is %s', async (_, change, folder, kind) => {
  const all = (await held(folder, kind)).filter((_, place) => place % 12 === 0)
  for (const { file, looks } of all) {
    const changed = await fingerprint(await change(file).toBuffer(), kind.comparedAt)
    expect(`${file} ${looksLike(changed, looks)}`).toBe(`${file} true`)
  }
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
  ['small logos in large frames', LOGOS, bars([300, 330, 400], '#000'), bars([300, 360, 430], '#000')],
  ['grey logos', LOGOS, bars([300, 330, 400], 'gray'), bars([300, 360, 430], 'gray')],
  ['photographs in fog', PHOTOS, inFog(300), inFog(900)],
])('two %s are not taken for the same', async (_, { comparedAt }, one, other) => {
  expect(looksLike(await fingerprint(one, comparedAt), await fingerprint(other, comparedAt))).toBe(false)
})
