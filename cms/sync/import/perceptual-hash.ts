import sharp from 'sharp'

/** How a picture looks, in 16 × 16 pixels: what is left when it is renamed, resized or compressed again. */
export type PerceptualHash = Uint8Array

const SIDE = 16

/**
 * Fingerprints are cached: a change of how they are made increases `FORMAT` in cms/seed/media-cache.ts.
 * Made through `width` px, as the Images API gives it of what the space holds. Decoded in full: made small while it is
 * decoded, a JPEG comes out otherwise at each size.
 */
export async function computePerceptualHash(content: Buffer, width: number): Promise<PerceptualHash> {
  const { data, info } = await sharp(content)
    .toColourspace('srgb')
    .flatten({ background: GROUND })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const small = await sharp(data, { raw: info }).resize({ width }).png().toBuffer()
  return sharp(small).resize(SIDE, SIDE, { fit: 'fill' }).removeAlpha().raw().toBuffer()
}

/**
 * Mean difference of the values, as a share of how much the pictures differ from one flat colour: fog, and a small logo
 * in a large frame, differ little from anything like them. Measured: the same picture at most 0.045, two photographs of
 * the seed at least 0.22. Two names in the same letters that share most of them may be less: --again is for those.
 */
const SAME = 0.06

/** Whether two are of the same picture. */
export const isSameImage = (one: PerceptualHash, other: PerceptualHash): boolean =>
  difference(one, other) <= SAME * Math.max(contrast(one), contrast(other))

/** How much a picture differs from its own average colour. Plain loops: a batch is compared with thousands of pictures. */
function contrast(looks: PerceptualHash): number {
  let sum = 0
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    let total = 0
    for (let place = channel; place < looks.length; place += CHANNELS) total += looks[place] ?? 0
    const average = (total * CHANNELS) / looks.length
    for (let place = channel; place < looks.length; place += CHANNELS) sum += Math.abs((looks[place] ?? 0) - average)
  }
  return sum / looks.length
}

const CHANNELS = 3

/** Mean difference of the values. */
function difference(one: PerceptualHash, other: PerceptualHash): number {
  let sum = 0
  for (let place = 0; place < one.length; place += 1) sum += Math.abs((one[place] ?? 0) - (other[place] ?? 0))
  return sum / one.length
}

/** Black, white and grey logos show on it. */
const GROUND = '#4f9d69'
