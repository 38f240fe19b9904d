import * as z from 'zod'
import { isFetchableUrl } from '#local/http/loopback-requests.ts'
import { createValidationError, type ErrorDetail } from '#local/http/rest-error.ts'
import { type FileStore, type ProcessedFile, processedFileSchema } from '#local/store/file-store.ts'
import type { FieldValues, Store } from '#local/store/store.ts'

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

const textFieldSchemas = new Map([
  ['title', z.string().max(256)],
  ['description', z.string().max(50_000)],
])

/** Parses the fields of an asset into the values to store. Throws if a field is invalid. */
export function parseAssetFields(id: string, values: FieldValues, { locales, files }: Store): FieldValues {
  const codes = locales.all().map(({ draft }) => draft.code)
  const errors = Object.entries(values).flatMap(([name, byLocale]) =>
    Object.entries(byLocale).flatMap(([locale, value]) => findValueErrors(name, locale, value, codes)),
  )
  if (errors.length > 0) throw createValidationError(errors)
  if (!values.file) return values
  const stored = Object.entries(values.file).map(([locale, file]) => [locale, parseStoredFile(id, locale, file, files)])
  return { ...values, file: Object.fromEntries(stored) }
}

function findValueErrors(
  name: string,
  locale: string,
  value: unknown,
  locales: readonly string[],
): readonly ErrorDetail[] {
  const path = ['fields', name, locale]
  if (!locales.includes(locale)) return [{ name: 'unknown', path, details: `There is no locale "${locale}"` }]
  if (value === null || name === 'file') return []
  const schema = textFieldSchemas.get(name)
  if (!schema) return [{ name: 'unknown', path, details: `An asset has no field "${name}"` }]
  const { error } = schema.safeParse(value)
  return error ? [{ name: 'type', path, value, details: error.issues[0]?.message ?? 'The value must be text' }] : []
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
