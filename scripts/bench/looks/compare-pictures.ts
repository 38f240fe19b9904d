import sharp from 'sharp'

/** Difference of a color channel, of 255, up to which two pixels look the same. */
const TOLERANCE = 16
/** Pixels that may differ: the edges of letters and curves are not always drawn alike. */
const MAX_PIXELS = 20

/** What differs between two pictures. */
export interface PictureDifference {
  readonly pixels: number
  /** A PNG: the second picture, faint, with the pixels that differ in red. */
  readonly picture: Buffer
}

/** Compares two PNGs. Returns `undefined` when they look the same. What only the larger one has differs. */
export async function comparePictures(before: Buffer, after: Buffer): Promise<PictureDifference | undefined> {
  if (before.equals(after)) return undefined
  const sizes = await Promise.all([before, after].map((picture) => sharp(picture).metadata()))
  const width = Math.max(...sizes.map((size) => size.width))
  const height = Math.max(...sizes.map((size) => size.height))
  const [first, second] = await Promise.all([readPixels(before, width, height), readPixels(after, width, height)])
  const result = Buffer.alloc(width * height * 3)
  let pixels = 0
  for (let index = 0; index < result.length; index += 3) {
    const isDifferent = [0, 1, 2].some(
      (channel) => Math.abs((first[index + channel] ?? 0) - (second[index + channel] ?? 0)) > TOLERANCE,
    )
    if (isDifferent) pixels += 1
    for (const channel of [0, 1, 2])
      result[index + channel] = isDifferent ? (channel === 0 ? 255 : 0) : 192 + (second[index + channel] ?? 0) / 4
  }
  if (pixels <= MAX_PIXELS) return undefined
  return {
    pixels,
    picture: await sharp(result, { raw: { width, height, channels: 3 } })
      .png()
      .toBuffer(),
  }
}

/** Returns the RGB values of a picture, enlarged to this size with a color that no page has. */
async function readPixels(picture: Buffer, width: number, height: number): Promise<Buffer> {
  const size = await sharp(picture).metadata()
  return sharp(picture)
    .removeAlpha()
    .extend({ right: width - size.width, bottom: height - size.height, background: '#f0f' })
    .raw()
    .toBuffer()
}
