import { imageDimensionsFromData } from 'image-dimensions'
import { detectFileType, type FileType } from '#cms/pictures/file-type.ts'
import { computePerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import {
  describeUnsupportedFormat,
  findFileSizeProblem,
  findFileTypeProblem,
  findLogoSizeProblem,
  findPhotoSizeProblem,
  hashFile,
  MAX_EDGE,
  MAX_SOURCE_BYTES,
  UNREADABLE_REASONS,
} from '#cms/pictures/picture-file.ts'
import type { PictureType } from '#cms/pictures/picture-type.ts'
import { findSvgProblem } from '#shared/find-svg-problem.ts'
import { createCanvas } from './create-canvas.ts'
import { decodeHeic } from './decode-heic.ts'
import { isCompleteFile } from './is-complete-file.ts'
import { findPixelCountProblem, MAX_PIXELS } from './max-pixels.ts'
import { assertSuitable, type ConvertedPicture, UnsuitableFileError } from './picture-task.ts'

/** px */
const THUMBNAIL_WIDTH = 320

/**
 * From 0 to 1. The JPEG encoder of browsers halves the resolution of the colours; at this quality that cannot be seen.
 */
const JPEG_QUALITY = 0.92

/** A decoded, upright picture that a canvas can draw. */
type DecodedPicture = ImageBitmap | OffscreenCanvas

/**
 * Checks a file and converts it: upright, sRGB, without metadata, at most `MAX_EDGE` px. An SVG
 * stays unchanged. Throws `UnsuitableFileError`.
 */
export async function preparePicture(
  file: Blob,
  pictureType: PictureType,
  onConverting: () => void,
): Promise<ConvertedPicture> {
  const { name, maxBytes } = pictureType
  assertSuitable(findFileSizeProblem(file.size, MAX_SOURCE_BYTES))
  const bytes = await readFile(file)
  const fileType = detectFileType(bytes)
  assertSuitable(findFileTypeProblem(fileType, name))
  if (fileType === 'tiff') throw new UnsuitableFileError(describeUnsupportedFormat(fileType, name))
  const hash = await hashFile(bytes)
  onConverting()
  if (fileType === 'svg') {
    const problem = findSvgProblem(bytes)
    assertSuitable(problem && `${problem}: export it as plain SVG`)
    assertSuitable(findFileSizeProblem(bytes.length, maxBytes))
    const master = new Blob([bytes], { type: 'image/svg+xml' })
    return { hash, perceptualHash: undefined, master, extension: '.svg', thumbnail: undefined }
  }
  const canvas = await drawPicture(bytes, fileType, name)
  const master = await canvas.convertToBlob(
    name === 'logo' ? { type: 'image/png' } : { type: 'image/jpeg', quality: JPEG_QUALITY },
  )
  assertSuitable(findFileSizeProblem(master.size, maxBytes))
  return {
    hash,
    perceptualHash: computePerceptualHash(readPixels(canvas), pictureType.comparisonWidth),
    master,
    extension: name === 'logo' ? '.png' : '.jpg',
    thumbnail: await encodeThumbnail(canvas, canvas.width, canvas.height),
  }
}

/** A browser refuses to read a file that was saved again after it was selected. */
async function readFile(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer())
  } catch (error) {
    const isChanged = error instanceof DOMException && error.name === 'NotReadableError'
    throw new UnsuitableFileError(
      isChanged
        ? 'changes while it is read: add it when it is saved'
        : 'cannot be opened: check that it still exists and that you are allowed to read it',
    )
  }
}

/** Draws the upright picture at the size of the master, photographs on white. */
async function drawPicture(
  bytes: Uint8Array<ArrayBuffer>,
  fileType: FileType,
  name: PictureType['name'],
): Promise<OffscreenCanvas> {
  const picture = await decodePicture(bytes, fileType, name)
  const { width, height } = picture
  assertSuitable(name === 'logo' ? findLogoSizeProblem({ width, height }) : findPhotoSizeProblem({ width, height }))
  const scale = Math.min(1, MAX_EDGE / Math.max(width, height))
  const { canvas, context } = createCanvas(Math.round(width * scale), Math.round(height * scale))
  if (name === 'photograph') {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  release(picture)
  return canvas
}

async function decodePicture(
  bytes: Uint8Array<ArrayBuffer>,
  fileType: FileType,
  name: PictureType['name'],
): Promise<DecodedPicture> {
  if (fileType === 'heic') return decodeHeic(bytes)
  const unreadable = UNREADABLE_REASONS[name]
  const size = imageDimensionsFromData(bytes)
  if (!size || !isCompleteFile(bytes, fileType)) throw new UnsuitableFileError(unreadable)
  assertSuitable(findPixelCountProblem(size))
  return createImageBitmap(new Blob([bytes]), { imageOrientation: 'from-image' }).catch(() => {
    throw new UnsuitableFileError(unreadable)
  })
}

/** Frees the memory of the pixels now, not when the browser collects garbage. */
function release(picture: DecodedPicture): void {
  if (picture instanceof ImageBitmap) picture.close()
  else picture.width = 0
}

const readPixels = (canvas: OffscreenCanvas) => {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The picture has no pixels')
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** Bytes at the beginning of a file, in which the dimensions are, after a preview and a colour profile. */
const HEADER_BYTES = 512_000

/** Creates a thumbnail before the file is prepared. Returns `undefined` if the browser cannot show the file. */
export async function createThumbnail(file: Blob): Promise<Blob | undefined> {
  try {
    const header = new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer())
    const size = imageDimensionsFromData(header)
    if (!size || size.width * size.height > MAX_PIXELS) return undefined
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const thumbnail = await encodeThumbnail(bitmap, bitmap.width, bitmap.height)
    bitmap.close()
    return thumbnail
  } catch {
    return undefined // the file is checked when it is prepared
  }
}

async function encodeThumbnail(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  const scale = Math.min(1, THUMBNAIL_WIDTH / width)
  const { canvas, context } = createCanvas(Math.ceil(width * scale), Math.ceil(height * scale))
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
}
