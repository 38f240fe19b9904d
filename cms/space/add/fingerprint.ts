import sharp from 'sharp'

/** How a picture looks, in 16 × 16 pixels: what is left when it is renamed, resized or compressed again. */
export type Fingerprint = Uint8Array

const SIDE = 16

/**
 * Fingerprints are cached: a change of how they are made increases `FORMAT` in cms/seed/media-cache.ts.
 * Made through `width` px, as the Images API gives it of what the space holds. Decoded in full: made small while it is
 * decoded, a JPEG comes out otherwise at each size.
 */
export async function fingerprint(content: Buffer, width: number): Promise<Fingerprint> {
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
export const looksLike = (one: Fingerprint, other: Fingerprint): boolean =>
  difference(one, other) <= SAME * Math.max(contrast(one), contrast(other))

function contrast(looks: Fingerprint): number {
  const colour = [0, 1, 2].map((channel) => mean(looks.filter((_, place) => place % 3 === channel)))
  return difference(
    looks,
    Array.from(looks, (_, place) => colour[place % 3] ?? 0),
  )
}

const difference = (one: Fingerprint, other: ArrayLike<number>) =>
  mean(Array.from(one, (value, place) => Math.abs(value - (other[place] ?? 0))))

const mean = (values: ArrayLike<number>) => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length

/** Black, white and grey logos show on it. */
const GROUND = '#4f9d69'
