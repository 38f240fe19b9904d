import type { PictureName } from './picture-rules.ts'

/** A picture reduced to a few pixels, which are nearly the same after renaming, resizing or recompressing. */
export type PerceptualHash = Uint8Array

/** How pictures are compared. Logos can differ in one digit, photographs never in so little. */
export const COMPARISONS: Readonly<Record<PictureName, { readonly width: number; readonly side: number }>> = {
  /** `width`: the px at which a picture of the space is downloaded; `side`: the px of its hash. */
  photograph: { width: 64, side: 16 },
  logo: { width: 384, side: 64 },
}

/** The decoded pixels of an upright picture in sRGB: red, green, blue and alpha of each, as in the browser’s `ImageData`. */
export interface RawImage {
  readonly data: Uint8Array | Uint8ClampedArray
  /** px */
  readonly width: number
  readonly height: number
}

const CHANNELS = 3

/** Black, white and grey logos are visible on this colour. */
const BACKGROUND = [0x4f, 0x9d, 0x69] as const

/** Computes the perceptual hash of a picture. It hardly depends on the size of the picture. */
export function computePerceptualHash(image: RawImage, name: PictureName): PerceptualHash {
  const { side } = COMPARISONS[name]
  const columns = reduceLines(makeOpaque(image), image.width, image.height, side)
  return Uint8Array.from(reduceLines(columns, image.height, side, side), Math.round)
}

/** Returns red, green and blue of each pixel, blended with the background. Uses plain loops, as the next function. */
function makeOpaque({ data, width, height }: RawImage): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(width * height * CHANNELS)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const alpha = (data[pixel * 4 + 3] ?? 0) / 255
    for (let channel = 0; channel < CHANNELS; channel += 1) {
      const ground = BACKGROUND[channel] ?? 0
      pixels[pixel * CHANNELS + channel] = ground + alpha * ((data[pixel * 4 + channel] ?? 0) - ground)
    }
  }
  return pixels
}

/** Reduces each line of a picture to `side` pixels. The lines of the result are the columns of that picture. */
function reduceLines(pixels: ArrayLike<number>, length: number, lineCount: number, side: number): Float32Array {
  const result = new Float32Array(side * lineCount * CHANNELS)
  for (const [column, { start, weights }] of getKernels(length, side).entries())
    for (let line = 0; line < lineCount; line += 1)
      for (let channel = 0; channel < CHANNELS; channel += 1) {
        let sum = 0
        for (let index = 0; index < weights.length; index += 1)
          sum += (weights[index] ?? 0) * (pixels[(line * length + start + index) * CHANNELS + channel] ?? 0)
        result[(column * lineCount + line) * CHANNELS + channel] = sum
      }
  return result
}

/**
 * Returns the pixels of a line from which each new pixel is computed, with weights whose sum is 1. Pixels are weighed by their
 * distance, also those around the new pixel, so that a shift of an edge changes the result little.
 */
function getKernels(length: number, count: number) {
  const radius = Math.max(1, length / count)
  return Array.from({ length: count }, (_, index) => {
    const center = ((index + 0.5) * length) / count
    const start = Math.max(0, Math.floor(center - radius))
    const end = Math.min(length, Math.ceil(center + radius))
    const weights = Array.from({ length: end - start }, (__, offset) =>
      Math.max(0, 1 - Math.abs(start + offset + 0.5 - center) / radius),
    )
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return { start, weights: Float32Array.from(weights, (weight) => weight / sum) }
  })
}

/**
 * The maximum mean difference of the same photograph, relative to its contrast: fog differs little from other fog.
 * Measured with the seed: at most 0.045 for the same photo resized, compressed again or converted, at least 0.21 for two
 * photos.
 */
const MAX_RELATIVE_DIFFERENCE = 0.06

/**
 * The maximum difference of one pixel of the same logo, of 255. Measured with the seed: at most 25 for the same logo
 * resized, compressed again or converted, at least 32 for two logos that differ in one small digit. In a very wide logo a
 * digit differs by 18 only: the editor, who sees both, decides.
 */
const MAX_LOGO_DIFFERENCE = 28

/** The same for pale logos, relative to the range of their values. */
const MAX_RELATIVE_LOGO_DIFFERENCE = 0.3

/** Whether two hashes are of the same picture. A hash of a logo has more pixels than that of a photograph. */
export function isSameImage(a: PerceptualHash, b: PerceptualHash): boolean {
  if (a.length !== b.length) return false
  const differences = a.map((value, index) => Math.abs(value - (b[index] ?? 0)))
  if (a.length === COMPARISONS.logo.side ** 2 * CHANNELS) {
    const range = Math.max(...a) - Math.min(...a)
    return Math.max(...differences) <= Math.min(MAX_LOGO_DIFFERENCE, MAX_RELATIVE_LOGO_DIFFERENCE * range)
  }
  const meanDifference = differences.reduce((sum, difference) => sum + difference, 0) / a.length
  return meanDifference <= MAX_RELATIVE_DIFFERENCE * Math.max(getContrast(a), getContrast(b))
}

/** Returns the average color of a hash in hexadecimal, for example `7e6e68`. */
export function getAverageColor(hash: PerceptualHash): string {
  const sums = [0, 0, 0]
  for (const [index, value] of hash.entries()) sums[index % CHANNELS] = (sums[index % CHANNELS] ?? 0) + value
  const averages = sums.map((sum) => Math.round((sum * CHANNELS) / hash.length))
  return averages.map((average) => average.toString(16).padStart(2, '0')).join('')
}

/** Returns the mean difference from the average colour. Uses plain loops: a batch is compared with thousands of pictures. */
function getContrast(hash: PerceptualHash): number {
  let sum = 0
  for (let channel = 0; channel < CHANNELS; channel += 1) {
    let total = 0
    for (let index = channel; index < hash.length; index += CHANNELS) total += hash[index] ?? 0
    const average = (total * CHANNELS) / hash.length
    for (let index = channel; index < hash.length; index += CHANNELS) sum += Math.abs((hash[index] ?? 0) - average)
  }
  return sum / hash.length
}
