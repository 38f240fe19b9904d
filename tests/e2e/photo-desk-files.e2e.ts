import { readFile } from 'node:fs/promises'
import type { FrameLocator } from '@playwright/test'
import sharp, { type Sharp } from 'sharp'
import { LOCALE } from '#shared/constants.ts'
import { type PictureSpace, readListedIds } from '#tests/contract/picture-space.ts'
import { createPhoto } from '#tests/contract/test-pictures.ts'
import { expect, expectSummary, getFileInput, getRow, test } from '#tests/setup/e2e/photo-desk.ts'

interface TestFile {
  readonly name: string
  readonly buffer: Buffer
}

test.describe.configure({ mode: 'parallel' })

const FOLDER = 'tests/setup/photo-desk'

const addFiles = (desk: FrameLocator, ...files: readonly TestFile[]) =>
  getFileInput(desk).setInputFiles(files.map((file) => ({ mimeType: '', ...file })))

/** Returns the files of the new pictures of a space, by their names. */
async function readNewFiles(space: PictureSpace): Promise<ReadonlyMap<string, Buffer>> {
  const files = (await readListedIds(space)).slice(3).map(async (assetId) => {
    const { fields } = await space.client.asset.get({ assetId })
    const response = await fetch(new URL(fields.file[LOCALE]?.url ?? '', space.url))
    return [fields.file[LOCALE]?.fileName ?? '', Buffer.from(await response.arrayBuffer())] as const
  })
  return new Map(await Promise.all(files))
}

/** Expects the color of a place in a picture. */
async function expectColor(file: Buffer | undefined, left: number, top: number, color: readonly number[]) {
  const pixels = await sharp(file).extract({ left, top, width: 20, height: 20 }).raw().toBuffer()
  for (const [channel, value] of color.entries()) expect(Math.abs((pixels[channel] ?? 0) - value)).toBeLessThan(10)
}

/** The colors of the bars in a test picture, from left to right. */
const BARS = [
  [255, 255, 255],
  [224, 16, 16],
  [16, 192, 16],
  [16, 48, 224],
] as const

/** The turns that lay an upright picture as each orientation of EXIF says. */
const TURNS: Readonly<Record<number, (picture: Sharp) => Sharp>> = {
  1: (picture) => picture,
  2: (picture) => picture.flop(),
  3: (picture) => picture.rotate(180),
  4: (picture) => picture.flip(),
  5: (picture) => picture.flip().rotate(90),
  6: (picture) => picture.rotate(270),
  7: (picture) => picture.flop().rotate(90),
  8: (picture) => picture.rotate(90),
}

/** Creates a picture with bars along its upper edge, in Display P3 and with an orientation. */
async function createTurnedPicture(name: string, format: 'jpeg' | 'png' | 'webp' | 'avif', orientation: number) {
  const bars = BARS.map(([r, g, b], index) => ({
    input: { create: { width: 100, height: 100, channels: 3, background: { r, g, b } } as const },
    left: index * 100,
    top: 0,
  }))
  // Different clouds, so that none is a duplicate of another one.
  const clouds = await sharp(await createPhoto(name))
    .resize(1_440, 640, { fit: 'fill' })
    .toBuffer()
  const upright = await sharp(clouds).composite(bars).raw().toBuffer({ resolveWithObject: true })
  const picture = sharp(upright.data, { raw: upright.info })
  const turned = await (TURNS[orientation]?.(picture) ?? picture).raw().toBuffer({ resolveWithObject: true })
  return sharp(turned.data, { raw: turned.info })
    .withIccProfile('p3')
    .withMetadata({ orientation, icc: 'p3' })
    .toFormat(format, { quality: 95, chromaSubsampling: '4:4:4', compressionLevel: 1, effort: 1 })
    .toBuffer()
}

const TURNED_PICTURES = [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => ['webp', orientation] as const),
  ['jpeg', 5],
  ['png', 7],
  ['avif', 5],
] as const

test('each orientation and color profile arrives upright and in the same colors', async ({ space, desk, openDesk }) => {
  await openDesk()
  const files = TURNED_PICTURES.map(async ([format, orientation]) => {
    const name = `${format}-${orientation}`
    return { name: `${name}.${format}`, buffer: await createTurnedPicture(name, format, orientation) }
  })
  const heic = { name: 'heic.heic', buffer: await readFile(`${FOLDER}/turned-photo.heic`) }
  await addFiles(desk, heic, ...(await Promise.all(files)))
  await expectSummary(desk, `${TURNED_PICTURES.length + 1} of ${TURNED_PICTURES.length + 1} added`)
  const pictures = await readNewFiles(space)
  await expectColor(pictures.get('heic.jpg'), 1_440 - 410, 960 - 310, [230, 60, 40])
  for (const [format, orientation] of TURNED_PICTURES) {
    const picture = pictures.get(`${format}-${orientation}.jpg`)
    expect(await sharp(picture).metadata()).toMatchObject({ width: 1_440, height: 640 })
    for (const [index, color] of BARS.entries()) await expectColor(picture, index * 100 + 40, 40, color)
  }
})

test('files that cannot be added say why and cost only themselves', async ({ space, desk, openDesk }) => {
  const photo = await createPhoto('good')
  const refused: readonly (readonly [name: string, buffer: Buffer, reason: string])[] = [
    [
      'small.jpg',
      await sharp(photo).resize(900).jpeg().toBuffer(),
      'is 900 px wide and 180 px high; a photograph must be at least 1440 px',
    ],
    [
      'tower.jpg',
      await sharp({ create: { width: 900, height: 4_200, channels: 3, background: '#888' } })
        .jpeg()
        .toBuffer(),
      'is 900 px wide and 4200 px high, which is only 617 px wide and 2880 px high on the site',
    ],
    ['cut.jpg', photo.subarray(0, photo.length / 2), 'cannot be read as a picture: export it again, as JPEG'],
    ['empty.jpg', Buffer.alloc(0), 'is empty: export it again'],
    ['nikon.NEF', await sharp(photo).tiff().toBuffer(), 'is a RAW file of a camera: export it as JPEG'],
    ['cut-scan.jpg', createJpegHeader(20_000, 15_000), 'is 20,000 × 15,000 px (300 megapixels); browsers can read'],
    [
      'hdr.avif',
      await readFile(`${FOLDER}/hdr.avif`),
      'is an HDR picture: export it as JPEG, in standard dynamic range',
    ],
  ]
  await openDesk()
  await addFiles(
    desk,
    { name: 'good.jpg', buffer: photo },
    ...refused.map(([name, buffer]) => ({ name, buffer })),
    { name: '.DS_Store', buffer: Buffer.from('x') },
    { name: 'IMG_1.aae', buffer: Buffer.from('x') },
  )
  await expectSummary(desk, `1 of 1 added, ${refused.length} refused`)
  await expect(desk.getByRole('listitem')).toHaveCount(refused.length + 1)
  for (const [name, , reason] of refused) await expect(getRow(desk, name)).toContainText(`${name} ${reason}`)
  expect([...(await readNewFiles(space)).keys()]).toEqual(['good.jpg'])
})

test('logos that differ in a digit are two, and one in another format is known', async ({ desk, openDesk }) => {
  const six = createNumberedLogo('')
  const eight = createNumberedLogo('<rect x="240" y="78" width="4" height="24" fill="#fc3"/>')
  await openDesk('/logos')
  await addFiles(desk, { name: 'Local 6.svg', buffer: six }, { name: 'Local 8.svg', buffer: eight })
  await expectSummary(desk, '2 of 2 added')
  await openDesk('/logos')
  await addFiles(desk, { name: 'Again.png', buffer: await sharp(eight).resize(1_000).png().toBuffer() })
  await expect(getRow(desk, 'Again.png')).toContainText('It is already in the list of affiliations, at position 5.')
})

/** Creates a logo with a 6, which a line more makes an 8. */
const createNumberedLogo = (line: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 140"><rect width="480" height="140" fill="#123a63"/>
<path d="M220 78h24v4h-20v16h20v24h-24zM224 102v16h16v-16z" fill="#fc3" fill-rule="evenodd"/>${line}</svg>`)

/** Creates the beginning of a JPEG, with its size. */
function createJpegHeader(width: number, height: number): Buffer {
  const header = Buffer.from('ffd8ffc0001108000000000301110002110103110100', 'hex')
  header.writeUInt16BE(height, 7)
  header.writeUInt16BE(width, 9)
  return header
}
