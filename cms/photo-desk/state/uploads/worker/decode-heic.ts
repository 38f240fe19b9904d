import libheifUrl from 'libheif-js/libheif-wasm/libheif-bundle.mjs?url'
import * as z from 'zod'
import { UNREADABLE_REASONS } from '#cms/pictures/picture-file.ts'
import { UnsuitableFileError } from './unsuitable-file-error.ts'

/** Pixels as libheif returns them: red, green, blue and alpha, with padding at the end of each row. */
const decodedPictureSchema = z.object({
  channels: z.tuple([
    z.object({ width: z.int(), height: z.int(), stride: z.int(), data: z.instanceof(Uint8Array<ArrayBuffer>) }),
  ]),
})

/** A worker decodes one file after the other. If libheif cannot be loaded, the next file tries again. */
let libheif: Awaited<ReturnType<typeof loadLibheif>> | undefined

/**
 * Decodes the main picture of a HEIC file with libheif, which also rotates and mirrors it as the file says. The
 * orientation in its EXIF data is only a copy of that, and is not applied again. The values of the pixels are in
 * `colorSpace`. Throws `UnsuitableFileError`.
 */
export async function decodeHeic(bytes: Uint8Array<ArrayBuffer>, colorSpace: PredefinedColorSpace) {
  libheif ??= await loadLibheif()
  const context = libheif.heif_context_alloc()
  try {
    const { code } = libheif.heif_context_read_from_memory(context, bytes)
    if (code !== libheif.heif_error_code.heif_error_Ok) throw new UnsuitableFileError(UNREADABLE_REASONS.photograph)
    const handle = libheif.heif_js_context_get_primary_image_handle(context)
    if (!handle || 'code' in handle) throw new UnsuitableFileError(UNREADABLE_REASONS.photograph)
    const decoded = await libheif.heif_js_decode_image2(
      handle,
      libheif.heif_colorspace.heif_colorspace_RGB,
      libheif.heif_chroma.heif_chroma_interleaved_RGBA,
    )
    libheif.heif_image_handle_release(handle)
    const { success, data } = decodedPictureSchema.safeParse(decoded)
    if (!success) throw new UnsuitableFileError(UNREADABLE_REASONS.photograph)
    const [{ width, height, stride, data: rows }] = data.channels
    const bytesOfRows = new Uint8ClampedArray(rows.buffer, rows.byteOffset, stride * height)
    const pixels = new ImageData(bytesOfRows, stride / 4, height, { colorSpace })
    const picture = await createImageBitmap(pixels, 0, 0, width, height) // without the padding
    libheif.heif_image_release(decoded.image)
    return picture
  } finally {
    libheif.heif_context_free(context)
  }
}

/**
 * Loads libheif with the first HEIC file. Its license (LGPL-3.0) requires that users can replace it, so that it is a file of
 * its own, which the build copies unchanged.
 */
async function loadLibheif() {
  const { default: createLibheif }: typeof import('libheif-js/libheif-wasm/libheif.js') = await import(
    /* @vite-ignore */ libheifUrl
  ).catch(() => {
    throw new Error('The HEIC decoder cannot be loaded: retry in a minute')
  })
  return createLibheif()
}
