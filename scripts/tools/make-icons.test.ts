import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { color } from '#src/theme/tokens.ts'
import { drawings, paintDrawing } from './make-icons.ts'

test('the maskable icon has only background outside its safe zone', async () => {
  const data = await sharp('public/icon-maskable-512.png').greyscale().raw().toBuffer()
  const isOutsideSafeZone = (index: number) =>
    Math.hypot((index % 512) - 256, Math.floor(index / 512) - 256) > 0.4 * 512
  const outside = [...data].filter((_, index) => isOutsideSafeZone(index))
  expect(new Set(outside).size).toBe(1)
  expect(new Set(data).size).toBeGreaterThan(1)
})

test.each(drawings)('%s names all its colors, and has those of the brand', async (name) => {
  const svg = await readFile(`public/${name}`, 'utf8')
  expect(svg).toBe(paintDrawing(svg))
  expect(svg.match(/class="\w+" fill/g)).toHaveLength(svg.split('fill=').length - 1)
})

test.each(['apple-touch-icon', 'icon-192', 'icon-512', 'icon-maskable-512'])(
  '%s has the color of the brand and no transparent part, which some systems show black',
  async (name) => {
    const icon = sharp(`public/${name}.png`)
    expect((await icon.stats()).isOpaque).toBe(true)
    expect(`#${(await icon.removeAlpha().raw().toBuffer()).subarray(0, 3).toString('hex')}`).toBe(color.ink)
  },
)
