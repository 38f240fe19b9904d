import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { color } from '#src/theme/tokens.ts'
import { drawings, paintDrawing } from './make-icons.ts'

test('the icon of the browser tab has images of 16 and 32 px', async () => {
  const file = await readFile('public/favicon.ico')
  expect([0, 1].map((index) => file[6 + 16 * index])).toEqual([16, 32])
})

test('the icon of Apple’s home screen has 180 px and no transparent part, which would be black', async () => {
  const icon = sharp('public/apple-touch-icon.png')
  expect(await icon.metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
  expect((await icon.stats()).isOpaque).toBe(true)
})

test('the maskable icon has only background outside its safe zone', async () => {
  const { data, info } = await sharp('public/icon-maskable-512.png')
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const center = info.width / 2
  const isOutsideSafeZone = (index: number) =>
    Math.hypot((index % info.width) - center, Math.floor(index / info.width) - center) > 0.4 * info.width
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
  '%s has the color of the brand',
  async (name) => {
    const [red = 0, green = 0, blue = 0] = await sharp(`public/${name}.png`).removeAlpha().raw().toBuffer()
    expect(`#${Buffer.from([red, green, blue]).toString('hex')}`).toBe(color.ink)
  },
)
