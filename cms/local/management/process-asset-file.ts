import sharp from 'sharp'
import type * as z from 'zod'
import { fetchLoopbackFile, getFailureReason } from '#local/http/loopback-requests.ts'
import { createValidationError } from '#local/http/rest-error.ts'
import type { FileStore, ProcessedFile } from '#local/store/file-store.ts'
import type { unprocessedFileSchema } from './asset-fields.ts'

/** Size limit of an image in bytes (docs/contentful.md, Limits). */
const MAX_IMAGE_BYTES = 20_000_000

type UnprocessedFile = z.output<typeof unprocessedFileSchema>
type CreateFileError = (property: string, name: string, details: string) => Error

/** Reads the file, checks its media type and assigns its URL. Throws a `ValidationFailed` error. */
export async function processAssetFile(
  assetId: string,
  locale: string,
  file: UnprocessedFile,
  files: FileStore,
): Promise<ProcessedFile> {
  const createError: CreateFileError = (property, name, details) =>
    createValidationError([{ name, path: ['fields', 'file', locale, property], details }])
  const { fileName, contentType } = file
  const { sha256, content } = await readUnprocessedFile(file, files, createError)
  // Pictures and videos are recognized by their content. Any other file has the media type that the client sent.
  const detectedType = detectMediaType(content) ?? (/^(image|video)\//.test(contentType) ? undefined : contentType)
  if (!detectedType)
    throw createError(
      'contentType',
      'unsupported',
      `The local Contentful does not support the file type of "${fileName}"`,
    )
  if (detectedType !== contentType)
    throw createError('contentType', 'mismatch', `"${fileName}" is ${detectedType}, not ${contentType}`)
  const image = detectedType.startsWith('image/') ? await readImageSize(fileName, content, createError) : undefined
  const url = `/assets/local/${assetId}/${sha256.slice(0, 8)}/${encodeURIComponent(fileName)}`
  files.addServedFile({ path: url, sha256, contentType, size: content.length })
  return { url, fileName, contentType, details: { size: content.length, ...(image ? { image } : {}) } }
}

async function readUnprocessedFile(file: UnprocessedFile, files: FileStore, createError: CreateFileError) {
  const { id } = 'uploadFrom' in file ? file.uploadFrom.sys : await uploadFromUrl(file.upload, files, createError)
  const upload = files.getUpload(id)
  if (!upload) throw createError('uploadFrom', 'notResolvable', `There is no upload "${id}"`)
  return { sha256: upload.sha256, content: await files.readFile(upload.sha256) }
}

async function uploadFromUrl(url: string, files: FileStore, createError: CreateFileError) {
  try {
    return await files.addUpload(await fetchLoopbackFile(url))
  } catch (error) {
    throw createError('upload', 'notResolvable', `${url} cannot be read: ${getFailureReason(error)}`)
  }
}

async function readImageSize(fileName: string, content: Buffer, createError: CreateFileError) {
  if (content.length > MAX_IMAGE_BYTES)
    throw createError(
      'contentType',
      'size',
      `"${fileName}" has ${content.length} bytes; an image has at most ${MAX_IMAGE_BYTES}`,
    )
  try {
    const { width, height } = await sharp(content).metadata()
    return { width, height }
  } catch (error) {
    throw createError('contentType', 'damaged', `"${fileName}" cannot be read as an image: ${getFailureReason(error)}`)
  }
}

/** Media types that are recognized by the content of a file. */
export type FileMediaType = (typeof SIGNATURES)[number][0] | 'image/svg+xml'

const SIGNATURES = [
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/gif', (head) => head.startsWith('GIF8')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['image/avif', (head) => /^ftypavi[fs]/.test(head.slice(4))],
  ['video/mp4', (head) => /^ftyp(isom|iso\d|mp4\d|avc1|M4V |dash)/.test(head.slice(4))],
  ['video/webm', (head) => head.startsWith('\x1a\x45\xdf\xa3')],
] as const satisfies readonly (readonly [string, (head: string) => boolean])[]

/** Detects the media type from the first bytes, because the file name and the sent media type can be wrong. */
export function detectMediaType(content: Buffer): FileMediaType | undefined {
  const head = content.toString('latin1', 0, 32)
  const [type] = SIGNATURES.find(([, matches]) => matches(head)) ?? []
  return type ?? (isSvg(content) ? 'image/svg+xml' : undefined)
}

/** Whether the first element is `<svg>`. An XML declaration, comments and a doctype may precede it. */
function isSvg(content: Buffer): boolean {
  const start = content.toString('utf8', 0, 4_096)
  return /^\uFEFF?\s*(<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(start)
}
