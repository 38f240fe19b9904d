import * as z from 'zod'
import { isFetchableUrl } from '#local/http/loopback-requests.ts'
import { createValidationError } from '#local/http/rest-error.ts'
import { type FileStore, type ProcessedFile, processedFileSchema } from '#local/store/file-store.ts'
import type { FieldValues, Store } from '#local/store/store.ts'
import { parseManagementBody } from './parse-request.ts'

const uploadLinkSchema = z.object({
  sys: z.object({ type: z.literal('Link'), linkType: z.literal('Upload'), id: z.string() }),
})

const fileShape = {
  fileName: z.string().regex(/^[^/\\]{1,255}$/),
  contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+( ?; ?[\w.-]+="?[\w.+-]+"?)*$/),
}

/** An asset's file before it is processed: an upload or a URL, with the file name and media type that the client sent. */
export const unprocessedFileSchema = z.union([
  z.strictObject({ ...fileShape, uploadFrom: uploadLinkSchema }),
  z.strictObject({ ...fileShape, upload: z.string().refine(isFetchableUrl) }),
])

/** Parses the fields of an asset into the values to store. Throws if a field is invalid. */
export function parseAssetFields(id: string, sent: FieldValues, { locales, files }: Store): FieldValues {
  const codes = locales.all().map(({ draft }) => draft.code)
  const byLocale = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(codes), value).optional()
  const assetFieldsSchema = z.strictObject({
    title: byLocale(z.string().max(256).nullable()),
    description: byLocale(z.string().max(50_000).nullable()),
    file: byLocale(z.unknown()),
  })
  const { file } = parseManagementBody(z.object({ fields: assetFieldsSchema }), { fields: sent }).fields
  if (!file) return sent
  const stored = Object.entries(file).map(([locale, value]) => [locale, parseStoredFile(id, locale, value, files)])
  return { ...sent, file: Object.fromEntries(stored) }
}

/** Accepts a new upload, or the processed file from an earlier response with any host in its URL. */
function parseStoredFile(id: string, locale: string, file: unknown, files: FileStore): unknown {
  const upload = unprocessedFileSchema.safeParse(file)
  if (upload.success) return upload.data
  const processed = parseProcessedFile(file)
  const path = processed?.url.replace(/^(https?:)?\/\/[^/]+/, '') ?? ''
  if (processed && path.startsWith(`/assets/local/${id}/`) && files.getServedFile(path))
    return { ...processed, url: path }
  const details =
    'The file must have an upload (uploadFrom), a URL on this machine (upload), or be an unchanged processed file'
  throw createValidationError([{ name: 'invalid', path: ['fields', 'file', locale], value: file, details }])
}

/** Adds the host to the file URLs. The REST APIs return them without a protocol (docs/contentful.md). */
export function addHostToFiles(fields: FieldValues, host: string): FieldValues {
  if (!fields.file) return fields
  const files = Object.entries(fields.file).map(([locale, file]) => {
    const processed = parseProcessedFile(file)
    return [locale, processed ? { ...processed, url: `//${host}${processed.url}` } : file]
  })
  return { ...fields, file: Object.fromEntries(files) }
}

/** Parses the value of a processed file field. */
export const parseProcessedFile = (file: unknown): ProcessedFile | undefined => processedFileSchema.safeParse(file).data
