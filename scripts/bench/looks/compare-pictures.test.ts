import sharp from 'sharp'
import { expect, test } from 'vitest'
import { comparePictures } from './compare-pictures.ts'

/** A white picture of 40 × 20 px with a square in a corner. */
const createCorner = (side: number, background = '#000') =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
    .composite([{ input: { create: { width: side, height: side, channels: 3, background } }, left: 0, top: 0 }])
    .png()
    .toBuffer()

test.each([
  ['a few pixels', 4, '#000', undefined],
  ['more pixels', 5, '#000', 25],
  ['a color that one cannot tell from it', 20, '#efffff', undefined],
  ['a color that differs in one channel', 20, '#eeffff', 400],
])(
  'a picture with %s differs from a white one by the number of pixels, shown in red',
  async (_, side, color, pixels) => {
    const difference = await comparePictures(await createCorner(1, '#fff'), await createCorner(side, color))
    expect(difference?.pixels).toBe(pixels)
    if (!difference) return
    const shown = await sharp(difference.picture).raw().toBuffer()
    expect([shown.subarray(0, 3).toString('hex'), shown.subarray(-3).toString('hex')]).toEqual(['ff0000', 'ffffff'])
  },
)
