import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { color } from '#src/theme/tokens.ts'
import { runCommand } from './cli/run-command.ts'

const PUBLIC = 'public'
/** Drawn for 16 px, ground included. */
const SMALL = join(PUBLIC, 'favicon.svg')
/** Drawn for large sizes; of it the outline counts, not the colours. */
const MARK = join(PUBLIC, 'media/brand/mark.svg')

/** How much of a picture's width the mark takes. Systems cut a maskable icon to their own shape, but never into its inner 80 %. */
const SHARE = { plain: 0.72, cut: 0.62 }

/** Makes the site's icons from the brand's two drawings: for when the mark changes. What it writes is committed. */
async function makeIcons(): Promise<void> {
  const pictures = {
    'favicon.ico': await ico([16, 32]),
    'apple-touch-icon.png': await icon(180, SHARE.cut),
    'icon-192.png': await icon(192, SHARE.plain),
    'icon-512.png': await icon(512, SHARE.plain),
    'icon-maskable-512.png': await icon(512, SHARE.cut),
  }
  for (const [name, content] of Object.entries(pictures)) {
    await writeFile(join(PUBLIC, name), content)
    console.log(`${join(PUBLIC, name)}: ${content.length} bytes`)
  }
}

/** The mark in bone on ink, without transparency: iOS would fill that with black. */
async function icon(size: number, share: number): Promise<Buffer> {
  const side = Math.round(size * share)
  const outline = await sharp(await readFile(MARK), { density: 1_200 })
    .resize(side, side, { fit: 'contain', background: '#0000' })
    .extractChannel('alpha')
    .toBuffer()
  const mark = await sharp({ create: { width: side, height: side, channels: 3, background: color.bone } })
    .joinChannel(outline)
    .png()
    .toBuffer()
  return sharp({ create: { width: size, height: size, channels: 3, background: color.ink } })
    .composite([{ input: mark }])
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** An ICO file that holds PNGs: six bytes, sixteen for each picture, the pictures. */
async function ico(sizes: readonly number[]): Promise<Buffer> {
  const drawing = await readFile(SMALL)
  const pictures = await Promise.all(
    sizes.map((size) =>
      sharp(drawing, { density: (72 * size) / 16 })
        .resize(size)
        .png()
        .toBuffer(),
    ),
  )
  const head = Buffer.alloc(6 + 16 * sizes.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(sizes.length, 4)
  let offset = head.length
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index
    const size = sizes[index] ?? 0
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(picture.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += picture.length
  }
  return Buffer.concat([head, ...pictures])
}

await runCommand(makeIcons)
