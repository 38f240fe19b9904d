import sharp from 'sharp'
import { findSvgProblem } from '#shared/find-svg-problem.ts'
import type { MasterImage } from './master-image.ts'
import { UnsuitablePictureError } from './unsuitable-picture-error.ts'

/** px; the help text of the model's affiliation.logo */
const LEAST_WIDTH = 400
/** px; a logo stands at most 90 px high */
const LONGEST_EDGE = 2_880

/** A logo: a drawing as it is, if there is nothing in it but the drawing; a PNG in sRGB without metadata. */
export async function createLogoMaster(content: Buffer): Promise<MasterImage> {
  const { format, width, height } = await sharp(content).metadata().catch(unreadable)
  if (format === 'svg') {
    const problem = findSvgProblem(content)
    if (problem) throw new UnsuitablePictureError(`${problem}: export it as plain SVG`)
    return { content, extension: '.svg', width, height }
  }
  if (format !== 'png')
    throw new UnsuitablePictureError(`is ${format.toUpperCase()}: a logo is SVG or PNG, on a transparent ground`)
  if (width < LEAST_WIDTH)
    throw new UnsuitablePictureError(`is ${width} px wide; a PNG needs at least ${LEAST_WIDTH}: export it larger`)
  const master = await sharp(content)
    .resize({ width: LONGEST_EDGE, height: LONGEST_EDGE, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(unreadable)
  return { content: master, extension: '.png', width, height }
}

function unreadable(): never {
  throw new UnsuitablePictureError('cannot be read as a picture: export it again, as SVG or PNG')
}
