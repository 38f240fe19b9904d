import sharp from 'sharp'
import * as z from 'zod'
import { invalid } from '#cms/local/rest-error.ts'
import type { Files } from '#cms/local/store/files.ts'
import type { ProcessedFile } from '#cms/local/store/processed-file.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { sniffType } from './sniff.ts'

/** An asset's file before it is processed: an upload, and what its sender says of it. */
export const unprocessedFile = z.strictObject({
  fileName: z.string().regex(/^[^/\\]{1,255}$/),
  contentType: z.string().min(1),
  uploadFrom: z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.literal('Upload'), id: z.string() }) }),
})

/** Reads the upload, checks that it is what it is said to be, and gives it an address. */
export async function processFile(
  assetId: string,
  { fileName, contentType, uploadFrom }: z.output<typeof unprocessedFile>,
  files: Files,
): Promise<ProcessedFile> {
  const upload = files.uploaded(uploadFrom.sys.id)
  if (!upload) throw flawed('uploadFrom', 'notResolvable', `There is no upload "${uploadFrom.sys.id}"`)
  const content = await upload.content
  const found = sniffType(content)
  if (!found) throw flawed('contentType', 'unsupported', `The local Contentful does not know what "${fileName}" is`)
  if (found !== contentType) throw flawed('contentType', 'mismatch', `"${fileName}" is ${found}, not ${contentType}`)
  const image = found.startsWith('image/') ? await sizeOf(fileName, content) : undefined
  const url = `/assets/local/${assetId}/${upload.sha256.slice(0, 8)}/${encodeURIComponent(fileName)}`
  files.serve({ path: url, sha256: upload.sha256, contentType, size: content.length })
  return { url, fileName, contentType, details: { size: content.length, ...(image ? { image } : {}) } }
}

async function sizeOf(fileName: string, content: Buffer) {
  try {
    const { width, height } = await sharp(content).metadata()
    return { width, height }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw flawed('contentType', 'damaged', `"${fileName}" cannot be read as a picture: ${reason}`)
  }
}

const flawed = (property: string, name: string, details: string) =>
  invalid([{ name, path: ['fields', 'file', LOCALE, property], details }])
