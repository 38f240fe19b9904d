import * as z from 'zod'
import { type Flaw, invalid } from '#cms/local/rest-error.ts'
import type { Files } from '#cms/local/store/files.ts'
import { type ProcessedFile, processedFile } from '#cms/local/store/processed-file.ts'
import type { FieldValues, LocaleDefinition } from '#cms/local/store/store.ts'
import { sys } from './body.ts'
import { isFetchable } from './fetch-file.ts'
import { fieldValues } from './field-values.ts'
import { metadata } from './metadata.ts'

export const assetBody = z.strictObject({ sys, metadata, fields: fieldValues })

/** An asset's file before it is processed: an upload or an address, and what its sender says of it. */
const fileName = z.string().regex(/^[^/\\]{1,255}$/)
const contentType = z.string().min(1)
export const unprocessedFile = z.union([
  z.strictObject({
    fileName,
    contentType,
    uploadFrom: z.object({ sys: z.object({ type: z.literal('Link'), linkType: z.literal('Upload'), id: z.string() }) }),
  }),
  z.strictObject({ fileName, contentType, upload: z.string().refine(isFetchable) }),
])

const TEXTS = new Map([
  ['title', z.string().max(256)],
  ['description', z.string().max(50_000)],
])

/** The fields of an asset as they are stored. Throws where one is not what an asset has. */
export function assetFields(
  id: string,
  values: FieldValues,
  files: Files,
  locales: readonly LocaleDefinition[],
): FieldValues {
  const flaws = Object.entries(values).flatMap(([name, byLocale]) =>
    Object.entries(byLocale).flatMap(([locale, value]) => flawsOf(name, locale, value, locales)),
  )
  if (flaws.length > 0) throw invalid(flaws)
  if (!values.file) return values
  const stored = Object.entries(values.file).map(([locale, file]) => [locale, storedFile(id, locale, file, files)])
  return { ...values, file: Object.fromEntries(stored) }
}

function flawsOf(name: string, locale: string, value: unknown, locales: readonly LocaleDefinition[]): readonly Flaw[] {
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
function storedFile(id: string, locale: string, file: unknown, files: Files): unknown {
  const upload = unprocessedFile.safeParse(file)
  if (upload.success) return upload.data
  const processed = processedFile.safeParse(file)
  const path = processed.data?.url.replace(/^(https?:)?\/\/[^/]+/, '') ?? ''
  if (processed.data && path.startsWith(`/assets/local/${id}/`) && files.served(path))
    return { ...processed.data, url: path }
  const details =
    'It must name an upload (uploadFrom) or an address on this machine (upload), or stay as it was processed'
  throw invalid([{ name: 'invalid', path: ['fields', 'file', locale], value: file, details }])
}

/** REST gives addresses without a protocol (contentful.md). */
export function withHost(fields: FieldValues, host: string): FieldValues {
  if (!fields.file) return fields
  const placed = Object.entries(fields.file).map(([locale, file]) => {
    const processed = processedOf(file)
    return [locale, processed ? { ...processed, url: `//${host}${processed.url}` } : file]
  })
  return { ...fields, file: Object.fromEntries(placed) }
}

export const processedOf = (file: unknown): ProcessedFile | undefined => processedFile.safeParse(file).data
