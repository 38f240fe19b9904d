import { imageDimensionsFromData } from 'image-dimensions'
import type { PictureType } from '#cms/photo-desk/space/picture-type.ts'
import { detectFileType, type FileType } from '#cms/pictures/file-type.ts'
import { computePerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import {
  findFileSizeProblem,
  findFileTypeProblem,
  findPictureSizeProblem,
  findPixelCountProblem,
  getMasterSize,
  hashFile,
  UNREADABLE_REASONS,
} from '#cms/pictures/picture-file.ts'
import { MAX_ASSET_BYTES, MAX_SOURCE_BYTES, type PictureName } from '#cms/pictures/picture-rules.ts'
import { createCanvas } from './create-canvas.ts'
import { decodeHeic } from './decode-heic.ts'
import { findLogoProblem } from './find-logo-problem.ts'
import { isCompleteFile } from './is-complete-file.ts'
import { findColorProblem, getHeicColorSpace } from './picture-colors.ts'
import { assertSuitable, type ConvertedPicture, UnsuitableFileError } from './picture-task.ts'
import { readDeclaredColors } from './read-declared-colors.ts'
import { takeWebpOrientation, turnUpright } from './webp-orientation.ts'

/** px */
const THUMBNAIL_WIDTH = 320

/**
 * From 0 to 1. The JPEG encoder of browsers halves the resolution of the colours; at this quality that cannot be seen.
 */
const JPEG_QUALITY = 0.92

/** A decoded, upright picture that a canvas can draw. */
type DecodedPicture = ImageBitmap | OffscreenCanvas

/**
 * Checks a file and converts it: upright, sRGB, without metadata, reduced to the size of a master. An SVG stays
 * unchanged. Throws `UnsuitableFileError`.
 */
export async function preparePicture(
  file: Blob,
  pictureType: PictureType,
  onConverting: () => void,
): Promise<ConvertedPicture> {
  const { name } = pictureType
  assertSuitable(findFileSizeProblem(file.size, MAX_SOURCE_BYTES))
  const bytes = await readFile(file)
  const fileType = detectFileType(bytes, file instanceof File ? file.name : '')
  assertSuitable(findFileTypeProblem(fileType, name))
  const hash = await hashFile(bytes)
  onConverting()
  if (fileType === 'svg') {
    assertSuitable(findFileSizeProblem(bytes.length, MAX_ASSET_BYTES) ?? findLogoProblem(bytes))
    const master = new Blob([bytes], { type: 'image/svg+xml' })
    return { hash, perceptualHash: undefined, master, extension: '.svg', thumbnail: undefined }
  }
  const canvas = await drawPicture(bytes, fileType, name)
  const master = await canvas.convertToBlob(
    name === 'logo' ? { type: 'image/png' } : { type: 'image/jpeg', quality: JPEG_QUALITY },
  )
  assertSuitable(findFileSizeProblem(master.size, MAX_ASSET_BYTES))
  return {
    hash,
    perceptualHash: computePerceptualHash(readPixels(canvas), name),
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
  name: PictureName,
): Promise<OffscreenCanvas> {
  const picture = await decodePicture(bytes, fileType, name)
  assertSuitable(findPictureSizeProblem(picture, name))
  const { width, height } = getMasterSize(picture)
  const { canvas, context } = createCanvas(width, height)
  if (name === 'photograph') {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, width, height)
  }
  context.drawImage(picture, 0, 0, width, height)
  release(picture)
  return canvas
}

async function decodePicture(
  bytes: Uint8Array<ArrayBuffer>,
  fileType: FileType,
  name: PictureName,
): Promise<DecodedPicture> {
  const size = imageDimensionsFromData(bytes)
  assertSuitable(size ? findPixelCountProblem(size) : UNREADABLE_REASONS[name])
  if (!isCompleteFile(bytes, fileType)) throw new UnsuitableFileError(UNREADABLE_REASONS[name])
  const colors = readDeclaredColors(bytes, fileType)
  assertSuitable(findColorProblem(colors, fileType, name))
  if (fileType === 'heic') return decodeHeic(bytes, getHeicColorSpace(colors) ?? 'srgb')
  return decodeInBrowser(bytes, fileType).catch(() => {
    throw new UnsuitableFileError(UNREADABLE_REASONS[name])
  })
}

/** The browser turns pictures upright and converts their colours to sRGB. */
async function decodeInBrowser(bytes: Uint8Array<ArrayBuffer>, fileType: FileType): Promise<DecodedPicture> {
  const orientation = fileType === 'webp' ? takeWebpOrientation(bytes) : 1
  const bitmap = await createImageBitmap(new Blob([bytes]), { imageOrientation: 'from-image' })
  return orientation === 1 ? bitmap : turnUpright(bitmap, orientation)
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

/** Creates a thumbnail before the file is prepared. Returns `undefined` if the browser cannot show the file. */
export async function createThumbnail(file: Blob): Promise<Blob | undefined> {
  try {
    if (file.size > MAX_SOURCE_BYTES) return undefined
    const bytes = new Uint8Array(await file.arrayBuffer())
    const size = imageDimensionsFromData(bytes)
    if (!size || findPixelCountProblem(size)) return undefined
    const picture = await decodeInBrowser(bytes, detectFileType(bytes, ''))
    const thumbnail = await encodeThumbnail(picture, picture.width, picture.height)
    release(picture)
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
