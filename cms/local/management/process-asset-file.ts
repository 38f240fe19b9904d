import sharp from 'sharp'
import type * as z from 'zod'
import { createValidationError } from '#cms/local/http/rest-error.ts'
import type { FileStore } from '#cms/local/store/file-store.ts'
import type { ProcessedFile } from '#cms/local/store/processed-file.ts'
import type { unprocessedFileSchema } from './asset-fields.ts'
import { fetchLoopbackFile } from './fetch-file.ts'
import { detectMediaType } from './sniff.ts'

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
