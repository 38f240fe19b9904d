import { computePerceptualHash, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import { createCanvas } from './create-canvas.ts'

/** The pictures are small. */
const TIMEOUT_MS = 30_000
const MAX_ATTEMPTS = 3
/** Before the second attempt; doubled before the third. */
const RETRY_DELAY_MS = 1_000

/** Computes the perceptual hash of a picture of the space. Throws if it cannot be read. */
export async function hashSmallPicture(url: string, comparisonWidth: number): Promise<PerceptualHash> {
  const bitmap = await createImageBitmap(await fetchPicture(url))
  const { width, height } = bitmap
  const { context } = createCanvas(width, height)
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return computePerceptualHash(context.getImageData(0, 0, width, height), comparisonWidth)
}

async function fetchPicture(url: string): Promise<Blob> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined)
    if (response?.ok) return response.blob()
    const isRetryable = !response || response.status === 429 || response.status >= 500
    if (!isRetryable || attempt === MAX_ATTEMPTS) throw new Error(`The picture ${url} cannot be read`)
    await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS * 2 ** (attempt - 1)))
  }
}
