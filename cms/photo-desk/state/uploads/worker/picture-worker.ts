import '#cms/photo-desk/client/configure-zod.ts'
import { imageDimensionsFromData } from 'image-dimensions'
import workerpool from 'workerpool'
import type { PictureType } from '#cms/photo-desk/client/picture-type.ts'
import { detectFileType, type FileType } from '#cms/pictures/file-type.ts'
import { computePerceptualHash, type PerceptualHash } from '#cms/pictures/perceptual-hash.ts'
import {
  findFileSizeProblem,
  findFileTypeProblem,
  findPictureSizeProblem,
  findPixelCountProblem,
  getMasterSize,
  hashFile,
  UNREADABLE_REASONS,
} from '#cms/pictures/picture-file.ts'
import { ANIMATION_NOTE, findPaleLogoNote, findStripNote } from '#cms/pictures/picture-notes.ts'
import { MAX_ASSET_BYTES, MAX_SOURCE_BYTES, type PictureName } from '#cms/pictures/picture-rules.ts'
import { createCanvas } from './create-canvas.ts'
import { decodeHeic } from './decode-heic.ts'
import { isAnimated, isCompleteFile } from './file-parts.ts'
import { findLogoProblem } from './find-logo-problem.ts'
import { findColorProblem, getHeicColorSpace, readDeclaredColors } from './picture-colors.ts'
import { UnsuitableFileError } from './unsuitable-file-error.ts'
import { getTurn, takeWebpOrientation } from './webp-orientation.ts'

/** px */
const THUMBNAIL_WIDTH = 320

/** From 0 to 1. The JPEG encoder of browsers halves the resolution of the colours; at this quality that cannot be seen. */
const JPEG_QUALITY = 0.92

/** What the workers do, so that the page stays responsive. */
const TASKS = { preparePicture, hashPicture }

export type PictureTasks = typeof TASKS

/**
 * Checks a file and converts it: upright, sRGB, without metadata, reduced to the size of a master. An SVG stays
 * unchanged, without a perceptual hash and a thumbnail, because workers cannot draw it. Throws `UnsuitableFileError`.
 */
async function preparePicture(file: Blob, { name }: PictureType) {
  assertSuitable(findFileSizeProblem(file.size, MAX_SOURCE_BYTES))
  const bytes = await readFile(file)
  const fileType = detectFileType(bytes, file instanceof File ? file.name : '')
  assertSuitable(findFileTypeProblem(fileType, name))
  const hash = await hashFile(bytes)
  if (fileType === 'svg') {
    assertSuitable(findFileSizeProblem(bytes.length, MAX_ASSET_BYTES) ?? findLogoProblem(bytes))
    const master = new Blob([bytes], { type: 'image/svg+xml' })
    return { hash, master, extension: '.svg', notes: [] }
  }
  const orientation = fileType === 'webp' ? takeWebpOrientation(bytes) : 1
  const { canvas, context } = drawMaster(await decodePicture(bytes, fileType, name), orientation, name)
  const master = await canvas.convertToBlob(
    name === 'logo' ? { type: 'image/png' } : { type: 'image/jpeg', quality: JPEG_QUALITY },
  )
  assertSuitable(findFileSizeProblem(master.size, MAX_ASSET_BYTES))
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height)
  return {
    hash,
    perceptualHash: computePerceptualHash(pixels, name),
    notes: [
      isAnimated(bytes, fileType) ? ANIMATION_NOTE : [],
      (name === 'logo' ? findPaleLogoNote(pixels) : findStripNote(pixels)) ?? [],
    ].flat(),
    master,
    extension: name === 'logo' ? '.png' : '.jpg',
    thumbnail: await encodeThumbnail(canvas),
  }
}

/** Throws `UnsuitableFileError` with the problem, if there is one. */
function assertSuitable(problem: string | undefined): void {
  if (problem !== undefined) throw new UnsuitableFileError(problem)
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

/** The browser turns pictures upright, except WebP. A canvas converts their colours to sRGB. */
async function decodePicture(bytes: Uint8Array<ArrayBuffer>, fileType: FileType, name: PictureName) {
  const size = imageDimensionsFromData(bytes)
  assertSuitable(size ? findPixelCountProblem(size) : UNREADABLE_REASONS[name])
  if (!isCompleteFile(bytes, fileType)) throw new UnsuitableFileError(UNREADABLE_REASONS[name])
  const colors = readDeclaredColors(bytes, fileType)
  assertSuitable(findColorProblem(colors, fileType, name))
  if (fileType === 'heic') return decodeHeic(bytes, getHeicColorSpace(colors) ?? 'srgb')
  return createImageBitmap(new Blob([bytes]), { imageOrientation: 'from-image' }).catch(() => {
    throw new UnsuitableFileError(UNREADABLE_REASONS[name])
  })
}

/** Draws a picture upright at the size of the master, photographs on white. */
function drawMaster(picture: ImageBitmap, orientation: number, name: PictureName) {
  assertSuitable(findPictureSizeProblem(getTurn(orientation, picture.width, picture.height), name))
  const { width, height } = getMasterSize(picture)
  const turn = getTurn(orientation, width, height)
  const { canvas, context } = createCanvas(turn.width, turn.height)
  if (name === 'photograph') {
    context.fillStyle = '#ffffff'
    context.fillRect(0, 0, turn.width, turn.height)
  }
  context.setTransform(...turn.transform)
  drawOnce(context, picture, width, height)
  return { canvas, context }
}

/** Draws a picture and frees the memory of its pixels now, not when the browser collects garbage. */
function drawOnce(context: OffscreenCanvasRenderingContext2D, picture: ImageBitmap, width: number, height: number) {
  context.drawImage(picture, 0, 0, width, height)
  picture.close()
}

async function encodeThumbnail(picture: OffscreenCanvas): Promise<Blob> {
  const scale = Math.min(1, THUMBNAIL_WIDTH / picture.width)
  const { canvas, context } = createCanvas(Math.ceil(picture.width * scale), Math.ceil(picture.height * scale))
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/webp', quality: 0.8 })
}

/** Computes the perceptual hash of a small picture. Throws if it cannot be read. */
async function hashPicture(file: Blob, name: PictureName): Promise<PerceptualHash> {
  const picture = await createImageBitmap(file)
  const { width, height } = picture
  const { context } = createCanvas(width, height)
  drawOnce(context, picture, width, height)
  return computePerceptualHash(context.getImageData(0, 0, width, height), name)
}

workerpool.worker(TASKS)
