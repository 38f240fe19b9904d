import sharp from 'sharp'
import { expect, test } from 'vitest'
import { comparePictures } from './compare-pictures.ts'

const SIZE = { width: 40, height: 20, channels: 3 } as const

const createPicture = (background: string, height: number = SIZE.height) =>
  sharp({ create: { ...SIZE, height, background } })
    .png()
    .toBuffer()

/** A white picture with a black square in a corner. */
const createCorner = async (side: number) => {
  const input = await sharp({ create: { ...SIZE, width: side, height: side, background: 'black' } })
    .png()
    .toBuffer()
  return sharp(await createPicture('white'))
    .composite([{ input, left: 0, top: 0 }])
    .png()
    .toBuffer()
}

test.each([
  ['the same picture', () => createPicture('white'), undefined],
  ['a shade', () => createPicture('#f0f0f0'), undefined],
  ['a corner of few pixels', () => createCorner(4), undefined],
  ['a larger corner', () => createCorner(5), 25],
  ['another color', () => createPicture('#efffff'), undefined],
  ['a color that differs in one channel', () => createPicture('#eeffff'), 800],
  ['a higher picture', () => createPicture('white', 30), 400],
])('%s differs from a white picture by the number of pixels', async (_, create, pixels) => {
  const difference = await comparePictures(await createPicture('white'), await create())
  expect(difference?.pixels).toBe(pixels)
})

test('the picture of the difference shows in red what differs', async () => {
  const difference = await comparePictures(await createPicture('white'), await createCorner(5))
  const pixels = await sharp(difference?.picture).raw().toBuffer()
  expect([...pixels.subarray(0, 3)]).toEqual([255, 0, 0])
  expect([...pixels.subarray(5 * 3, 6 * 3)]).toEqual([255, 255, 255])
})
