import * as z from 'zod'
import { isFetchableUrl } from '#cms/local/http/loopback-requests.ts'
import { createValidationError, type ErrorDetail } from '#cms/local/http/rest-error.ts'
import { type FileStore, type ProcessedFile, processedFileSchema } from '#cms/local/store/file-store.ts'
import type { FieldValues, LocaleDefinition } from '#cms/local/store/store.ts'
import { ignoredSysSchema, metadataSchema } from './parse-request.ts'
import { fieldValuesSchema } from './validation/validate-field-values.ts'

export const assetBodySchema = z.strictObject({
  sys: ignoredSysSchema,
  metadata: metadataSchema,
  fields: fieldValuesSchema,
})

/** An asset's file before it is processed: an upload or an address, and what its sender says of it. */
const fileName = z.string().regex(/^[^/\\]{1,255}$/)
const contentType = z.string().min(1)
export const unprocessedFileSchema = z.union([
  z.strictObject({
    fileName,
    contentType,
    uploadFrom: z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.literal('Upload'), id: z.string() }) }),
  }),
  z.strictObject({ fileName, contentType, upload: z.string().refine(isFetchableUrl) }),
])

const TEXTS = new Map([
  ['title', z.string().max(256)],
  ['description', z.string().max(50_000)],
])

/** The fields of an asset as they are stored. Throws where one is not what an asset has. */
export function parseAssetFields(
  id: string,
  values: FieldValues,
  files: FileStore,
  locales: readonly LocaleDefinition[],
): FieldValues {
  const flaws = Object.entries(values).flatMap(([name, byLocale]) =>
    Object.entries(byLocale).flatMap(([locale, value]) => flawsOf(name, locale, value, locales)),
  )
  if (flaws.length > 0) throw createValidationError(flaws)
  if (!values.file) return values
  const stored = Object.entries(values.file).map(([locale, file]) => [locale, storedFile(id, locale, file, files)])
  return { ...values, file: Object.fromEntries(stored) }
}

function flawsOf(
  name: string,
  locale: string,
  value: unknown,
  locales: readonly LocaleDefinition[],
): readonly ErrorDetail[] {
  const path = ['fields', name, locale]
  if (!locales.some(({ code }) => code === locale))
    return [{ name: 'unknown', path, details: `There is no locale "${locale}"` }]
  if (name === 'file') return []
  const text = TEXTS.get(name)
  if (!text) return [{ name: 'unknown', path, details: `An asset has no field "${name}"` }]
  const { error } = text.safeParse(value)
  return error ? [{ name: 'type', path, value, details: error.issues[0]?.message ?? 'It is no text' }] : []
}

/** A new upload, or the processed file as it was answered, whatever host it was answered with. */
function storedFile(id: string, locale: string, file: unknown, files: FileStore): unknown {
  const upload = unprocessedFileSchema.safeParse(file)
  if (upload.success) return upload.data
  const processed = processedFileSchema.safeParse(file)
  const path = processed.data?.url.replace(/^(https?:)?\/\/[^/]+/, '') ?? ''
  if (processed.data && path.startsWith(`/assets/local/${id}/`) && files.getServedFile(path))
    return { ...processed.data, url: path }
  const details =
    'It must name an upload (uploadFrom) or an address on this machine (upload), or stay as it was processed'
  throw createValidationError([{ name: 'invalid', path: ['fields', 'file', locale], value: file, details }])
}

/** REST gives addresses without a protocol (docs/contentful.md). */
export function addHostToFiles(fields: FieldValues, host: string): FieldValues {
  if (!fields.file) return fields
  const placed = Object.entries(fields.file).map(([locale, file]) => {
    const processed = parseProcessedFile(file)
    return [locale, processed ? { ...processed, url: `//${host}${processed.url}` } : file]
  })
  return { ...fields, file: Object.fromEntries(placed) }
}

export const parseProcessedFile = (file: unknown): ProcessedFile | undefined => processedFileSchema.safeParse(file).data
