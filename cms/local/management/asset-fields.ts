import * as z from 'zod'
import { isFetchableUrl } from '#local/http/loopback-requests.ts'
import { createValidationError } from '#local/http/rest-error.ts'
import { type FileStore, type ProcessedFile, processedFileSchema } from '#local/store/file-store.ts'
import type { FieldValues, Store } from '#local/store/store.ts'
import { fieldValuesSchema } from './content-body.ts'
import { createLinkSchema, parseManagementBody } from './parse-request.ts'

const fileShape = {
  fileName: z.string().regex(/^[^/\\]{1,255}$/),
  contentType: z.string().regex(/^[\w.+-]+\/[\w.+-]+( ?; ?[\w.-]+="?[\w.+-]+"?)*$/),
}

/** An asset's file before it is processed: an upload or a URL, with the file name and media type that the client sent. */
export const unprocessedFileSchema = z.union([
  z.strictObject({ ...fileShape, uploadFrom: createLinkSchema('Upload') }),
  z.strictObject({ ...fileShape, upload: z.string().refine(isFetchableUrl) }),
])

/** Parses the fields of an asset into the values to store. Throws if a field is invalid. */
export function parseAssetFields(id: string, sent: object, { locales, files }: Store): FieldValues {
  const codes = locales.all().map(({ draft }) => draft.code)
  const byLocale = <Value extends z.ZodType>(value: Value) => z.partialRecord(z.enum(codes), value).optional()
  const fieldsSchema = z.strictObject({
    title: byLocale(z.string().max(256).nullable()),
    description: byLocale(z.string().max(50_000).nullable()),
    file: byLocale(z.unknown()),
  })
  const fields = parseManagementBody(z.object({ fields: fieldsSchema }), { fields: sent }).fields
  const file = fields.file && mapFiles(fields.file, (value, locale) => parseStoredFile(id, locale, value, files))
  return fieldValuesSchema.parse(file ? { ...fields, file } : fields)
}

const mapFiles = (files: Readonly<Record<string, unknown>>, map: (file: unknown, locale: string) => unknown) =>
  Object.fromEntries(Object.entries(files).map(([locale, file]) => [locale, map(file, locale)]))

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
  const addHost = (file: unknown) => {
    const processed = parseProcessedFile(file)
    return processed ? { ...processed, url: `//${host}${processed.url}` } : file
  }
  return { ...fields, file: mapFiles(fields.file, addHost) }
}

/** Parses the value of a processed file field. */
export const parseProcessedFile = (file: unknown): ProcessedFile | undefined => processedFileSchema.safeParse(file).data
