import * as z from 'zod'
import { type Flaw, invalid } from '#cms/local/rest-error.ts'
import type { Files } from '#cms/local/store/files.ts'
import { type ProcessedFile, processedFile } from '#cms/local/store/processed-file.ts'
import type { FieldValues } from '#cms/local/store/store.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { envelope } from './body.ts'
import { fieldValues } from './field-values.ts'
import { unprocessedFile } from './process-asset.ts'

export const assetBody = z.strictObject({ ...envelope, fields: fieldValues })

const TEXTS: Readonly<Record<string, z.ZodType>> = {
  title: z.string().max(256),
  description: z.string().max(50_000),
}

/** The fields of an asset as they are stored. Throws where one is not what an asset has. */
export function assetFields(id: string, values: FieldValues, files: Files): FieldValues {
  const flaws = Object.entries(values).flatMap(([name, byLocale]) =>
    Object.entries(byLocale).flatMap(([locale, value]) => flawsOf(name, locale, value)),
  )
  if (flaws.length > 0) throw invalid(flaws)
  const file = values.file?.[LOCALE]
  return file === undefined ? values : { ...values, file: { [LOCALE]: storedFile(id, file, files) } }
}

function flawsOf(name: string, locale: string, value: unknown): readonly Flaw[] {
  const path = ['fields', name, locale]
  if (locale !== LOCALE) return [{ name: 'unknown', path, details: `There is no locale "${locale}"` }]
  if (name === 'file') return []
  const text = TEXTS[name]
  if (!text) return [{ name: 'unknown', path, details: `An asset has no field "${name}"` }]
  const { error } = text.safeParse(value)
  return error ? [{ name: 'type', path, value, details: error.issues[0]?.message ?? 'It is no text' }] : []
}

/** A new upload, or the processed file as it was answered, whatever host it was answered with. */
function storedFile(id: string, file: unknown, files: Files): unknown {
  const upload = unprocessedFile.safeParse(file)
  if (upload.success) return upload.data
  const processed = processedFile.safeParse(file)
  const path = processed.data?.url.replace(/^(https?:)?\/\/[^/]+/, '') ?? ''
  if (processed.data && path.startsWith(`/assets/local/${id}/`) && files.served(path))
    return { ...processed.data, url: path }
  const details =
    'It must name an upload (uploadFrom) or stay as it was processed; addresses (upload) are not known here'
  throw invalid([{ name: 'invalid', path: ['fields', 'file', LOCALE], value: file, details }])
}

/** REST gives addresses without a protocol (contentful.md). */
export function withHost(fields: FieldValues, host: string): FieldValues {
  const processed = processedOf(fields)
  return processed ? { ...fields, file: { [LOCALE]: { ...processed, url: `//${host}${processed.url}` } } } : fields
}

export const processedOf = (fields: FieldValues): ProcessedFile | undefined =>
  processedFile.safeParse(fields.file?.[LOCALE]).data
