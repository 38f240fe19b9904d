/** The most pixels of a picture. Each takes 4 bytes of memory. Chromium decodes a JPEG of 149 megapixels in 3 s. */
export const MAX_PIXELS = 150_000_000

interface PictureSize {
  /** px */
  readonly width: number
  readonly height: number
}

const format = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 0 })

/** Returns why a picture of this size cannot be decoded. It is checked before decoding, which would end the worker. */
export function findPixelCountProblem({ width, height }: PictureSize): string | undefined {
  if (width * height <= MAX_PIXELS) return undefined
  const megapixels = format((width * height) / 1_000_000)
  return `is ${format(width)} × ${format(height)} px (${megapixels} megapixels); browsers can read at most ${format(MAX_PIXELS / 1_000_000)} megapixels: export it smaller`
}
