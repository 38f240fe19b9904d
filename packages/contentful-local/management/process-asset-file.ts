import sharp from 'sharp'
import * as z from 'zod'
import { describeUnsupported } from '#local/engine/rest-error.ts'
import { fetchLoopbackFile, getFailureReason, isLoopbackUrl } from '#local/http/loopback-requests.ts'
import { createLinkSchema, createValueError } from '#local/http/parse-request.ts'
import type { ProcessedFile } from '#local/shared/processed-file.ts'
import type { FileStore } from '#local/store/file-store.ts'

/** Size limit of an image in bytes (docs/contentful.md, Limits). */
const MAX_IMAGE_BYTES = 20_000_000

/** Media types of the pictures that are served. */
const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'image/svg+xml']

const fileShape = {
  fileName: z.string().regex(/^[^/\\]{1,255}$/),
  contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+( ?; ?[\w.-]+="?[\w.+-]+"?)*$/),
}

/** An asset's file before it is processed: an upload or a URL of this machine, with the file name and media type as sent. */
export const unprocessedFileSchema = z.union([
  z.strictObject({ ...fileShape, uploadFrom: createLinkSchema('Upload') }),
  z.strictObject({ ...fileShape, upload: z.string().refine((url) => isLoopbackUrl(URL.parse(url)), { abort: true }) }),
])

/** Reads the file, checks that a picture can be read, and assigns its URL. Throws a `ValidationFailed` error. */
export async function processAssetFile(
  assetId: string,
  locale: string,
  file: z.output<typeof unprocessedFileSchema>,
  files: FileStore,
): Promise<ProcessedFile> {
  const fail = (property: string, name: string, details: string): never => {
    throw createValueError(name, ['fields', 'file', locale, property], undefined, details)
  }
  const { fileName, contentType } = file
  const upload =
    'uploadFrom' in file
      ? (files.uploads.get(file.uploadFrom.sys.id) ??
        fail('uploadFrom', 'notResolvable', `There is no upload "${file.uploadFrom.sys.id}"`))
      : await fetchLoopbackFile(file.upload)
          .then(files.addUpload)
          .catch((error) =>
            fail('upload', 'notResolvable', `${file.upload} cannot be read: ${getFailureReason(error)}`),
          )
  const { sha256 } = upload.draft
  const content = await files.readFile(sha256)
  const size = content.length
  const isPicture = contentType.startsWith('image/')
  const picture = isPicture
    ? await sharp(content)
        .metadata()
        .catch((error) => {
          if (/unsupported image format/.test(error.message)) return undefined // sharp does not know the format
          return fail('contentType', 'damaged', `"${fileName}" cannot be read as an image: ${getFailureReason(error)}`)
        })
    : undefined
  // The asset keeps the media type that the client sent, such as `image/jpg` (Contentful's documentation, Images API). A
  // picture is served with the type of its content.
  const servedType = isPicture ? PICTURE_TYPES.find((type) => type === picture?.mediaType) : contentType
  if (!servedType)
    return fail('contentType', 'unsupported', describeUnsupported(`pictures in the format of "${fileName}"`))
  if (isPicture && size > MAX_IMAGE_BYTES)
    return fail('contentType', 'size', `"${fileName}" has ${size} bytes; an image has at most ${MAX_IMAGE_BYTES}`)
  const url = `/assets/local/${assetId}/${sha256.slice(0, 8)}/${encodeURIComponent(fileName)}`
  files.addServedFile({ path: url, sha256, contentType: servedType, size })
  const image = picture && { width: picture.width, height: picture.height }
  return { url, fileName, contentType, details: { size, ...(image && { image }) } }
}
