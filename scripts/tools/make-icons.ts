import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { runCommand } from '#scripts/cli/run-command.ts'
import { UserError } from '#shared/user-error.ts'
import { color } from '#src/theme/tokens.ts'

const PUBLIC = 'public'
/** Drawn for 16 px, with a background. */
const SMALL_ICON = join(PUBLIC, 'favicon.svg')
/** Drawn for large sizes. Only its outline is used. */
const MARK = join(PUBLIC, 'media/brand/mark.svg')
/** The drawings of the brand. The class of each colored element names its color. */
export const drawings = globSync(['favicon.svg', 'media/brand/*.svg'], { cwd: PUBLIC })

/** The width of the mark relative to the icon. Systems crop a maskable icon, but never within its inner 80 %. */
const MARK_SHARE = { any: 0.72, maskable: 0.62 }

/**
 * Gives the drawings of the brand its colors, and creates the site's icons from two of them. Run it when a drawing or a
 * color changes, and commit the files.
 */
async function makeIcons(): Promise<void> {
  for (const name of drawings) {
    const file = join(PUBLIC, name)
    await writeFile(file, paintDrawing(await readFile(file, 'utf8')))
    console.log(file)
  }
  const icons = {
    'favicon.ico': await renderIco([16, 32]),
    'apple-touch-icon.png': await renderPng(180, MARK_SHARE.maskable),
    'icon-192.png': await renderPng(192, MARK_SHARE.any),
    'icon-512.png': await renderPng(512, MARK_SHARE.any),
    'icon-maskable-512.png': await renderPng(512, MARK_SHARE.maskable),
  }
  for (const [name, content] of Object.entries(icons)) {
    await writeFile(join(PUBLIC, name), content)
    console.log(`${join(PUBLIC, name)}: ${content.length} bytes`)
  }
}

/** Returns a drawing of the brand in its current colors. */
export function paintDrawing(svg: string): string {
  const colors: Readonly<Record<string, string>> = color
  return svg.replaceAll(/class="([^"]*)" fill="[^"]*"/g, (element, name) => {
    if (!colors[name]) throw new UserError(`${name} is no color of src/theme/tokens.ts: ${element}`)
    return `class="${name}" fill="${colors[name]}"`
  })
}

/** Renders the mark in the color `bone` on `ink`, without transparency, which iOS would fill with black. */
async function renderPng(size: number, share: number): Promise<Buffer> {
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

/** Renders an ICO file: a header of 6 bytes, an entry of 16 bytes for each image, and the images as PNG. */
async function renderIco(sizes: readonly number[]): Promise<Buffer> {
  const svg = await readFile(SMALL_ICON)
  const images = await Promise.all(
    sizes.map((size) =>
      sharp(svg, { density: (72 * size) / 16 })
        .resize(size)
        .png()
        .toBuffer(),
    ),
  )
  const header = Buffer.alloc(6 + 16 * sizes.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(sizes.length, 4)
  let offset = header.length
  for (const [index, image] of images.entries()) {
    const entry = 6 + 16 * index
    const size = sizes[index] ?? 0
    header.writeUInt8(size, entry)
    header.writeUInt8(size, entry + 1)
    header.writeUInt16LE(1, entry + 4)
    header.writeUInt16LE(32, entry + 6)
    header.writeUInt32LE(image.length, entry + 8)
    header.writeUInt32LE(offset, entry + 12)
    offset += image.length
  }
  return Buffer.concat([header, ...images])
}

if (import.meta.main) await runCommand(makeIcons)
