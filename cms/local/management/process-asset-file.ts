import sharp from 'sharp'
import type * as z from 'zod'
import { fetchLoopbackFile } from '#cms/local/http/loopback-requests.ts'
import { createValidationError } from '#cms/local/http/rest-error.ts'
import type { FileStore, ProcessedFile } from '#cms/local/store/file-store.ts'
import type { unprocessedFileSchema } from './asset-fields.ts'

/** bytes (docs/contentful.md, Limits) */
const LARGEST_PICTURE = 20_000_000

type Unprocessed = z.output<typeof unprocessedFileSchema>
type Flawed = (property: string, name: string, details: string) => Error

/** Reads the file, checks that it is what it is said to be, and gives it an address. */
export async function processAssetFile(
  assetId: string,
  locale: string,
  file: Unprocessed,
  files: FileStore,
): Promise<ProcessedFile> {
  const flawed: Flawed = (property, name, details) =>
    createValidationError([{ name, path: ['fields', 'file', locale, property], details }])
  const { fileName, contentType } = file
  const { sha256, content } = await read(file, files, flawed)
  const found = detectMediaType(content)
  if (!found) throw flawed('contentType', 'unsupported', `The local Contentful does not know what "${fileName}" is`)
  if (found !== contentType) throw flawed('contentType', 'mismatch', `"${fileName}" is ${found}, not ${contentType}`)
  const image = found.startsWith('image/') ? await sizeOf(fileName, content, flawed) : undefined
  const url = `/assets/local/${assetId}/${sha256.slice(0, 8)}/${encodeURIComponent(fileName)}`
  files.addServedFile({ path: url, sha256, contentType, size: content.length })
  return { url, fileName, contentType, details: { size: content.length, ...(image ? { image } : {}) } }
}

async function read(file: Unprocessed, files: FileStore, flawed: Flawed) {
  const id = 'uploadFrom' in file ? file.uploadFrom.sys.id : await uploadOf(file.upload, files, flawed)
  const upload = files.getUpload(id)
  if (!upload) throw flawed('uploadFrom', 'notResolvable', `There is no upload "${id}"`)
  return { sha256: upload.sha256, content: await upload.content }
}

async function uploadOf(address: string, files: FileStore, flawed: Flawed): Promise<string> {
  try {
    return await files.addUpload(await fetchLoopbackFile(address))
  } catch (error) {
    throw flawed('upload', 'notResolvable', `${address} cannot be read: ${reasonOf(error)}`)
  }
}

async function sizeOf(fileName: string, content: Buffer, flawed: Flawed) {
  if (content.length > LARGEST_PICTURE)
    throw flawed(
      'contentType',
      'size',
      `"${fileName}" has ${content.length} bytes; a picture has at most ${LARGEST_PICTURE}`,
    )
  try {
    const { width, height } = await sharp(content).metadata()
    return { width, height }
  } catch (error) {
    throw flawed('contentType', 'damaged', `"${fileName}" cannot be read as a picture: ${reasonOf(error)}`)
  }
}

/** `fetch` says the reason one step down. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** The kinds of files that this stand-in takes. */
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

/** What a file is, from its first bytes: its name and its sender may say anything. */
export function detectMediaType(content: Buffer): FileMediaType | undefined {
  const head = content.toString('latin1', 0, 32)
  const [type] = SIGNATURES.find(([, matches]) => matches(head)) ?? []
  return type ?? (isSvg(content) ? 'image/svg+xml' : undefined)
}

/** The first element, after a declaration, comments and a document type. */
function isSvg(content: Buffer): boolean {
  const start = content.toString('utf8', 0, 4_096)
  return /^\uFEFF?\s*(<\?xml[^>]*\?>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(start)
}
