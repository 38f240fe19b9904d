import { COMPARISONS, computePerceptualHash, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'

/** The largest height of a drawn SVG in relation to its width. Browsers have no canvas for a line of any length. */
const MAX_RATIO = 20

/** Computes the perceptual hash of an SVG. It is drawn in the page, because workers have no SVG. */
export async function hashSvg(svg: Blob): Promise<PerceptualHash> {
  const url = URL.createObjectURL(svg)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const { naturalWidth, naturalHeight } = image
    const { width } = COMPARISONS.logo
    const ratio = Math.min((naturalHeight || width) / (naturalWidth || width), MAX_RATIO)
    const height = Math.max(1, Math.round(width * ratio))
    const canvas = document.createElement('canvas')
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('The browser has no memory left for pictures: close other tabs, then retry')
    context.drawImage(image, 0, 0, width, height)
    return computePerceptualHash(context.getImageData(0, 0, width, height), 'logo')
  } finally {
    URL.revokeObjectURL(url)
  }
}
