import { createHash } from 'node:crypto'
import * as z from 'zod'
import { SEED_FINGERPRINTS_FIELD_ID } from '#cms/model/content-type-payload.ts'
import { LOCALE } from '#shared/constants.ts'

/** Stored in an entry by the request that writes its fields, so that both always match. */
const seedFingerprintsSchema = z.object({
  /** The fingerprint of the value that a seed run wrote, by field. */
  fields: z.record(z.string(), z.string()),
  /** The fingerprint of all fields together; `null` if they were not written to be published. */
  whole: z.string().nullable(),
})

export type SeedFingerprints = z.output<typeof seedFingerprintsSchema>

/** The fields of an entry in the Management API: field → locale → value. */
export type LocalizedFields = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Reads the fingerprints of an entry. Returns `undefined` if no seed run wrote it. */
export const readSeedFingerprints = (fields: LocalizedFields): SeedFingerprints | undefined =>
  seedFingerprintsSchema.safeParse(fields[SEED_FINGERPRINTS_FIELD_ID]?.[LOCALE]).data

/** Whether a field has the value that a seed run wrote, or is empty if no seed run wrote it. */
export const isUnchangedSinceSeed = (
  fingerprints: SeedFingerprints | undefined,
  field: string,
  value: unknown,
): boolean => (fingerprints?.fields[field] ?? EMPTY_FINGERPRINT) === fingerprintValue(value)

/** Returns the first 8 hex digits of the value’s SHA-256. The order of keys is ignored, `null` equals absent. */
export const fingerprintValue = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(normalize(value ?? null)))
    .digest('hex')
    .slice(0, 8)

/** Returns the fingerprint of all fields except the stored fingerprints. */
export const fingerprintEntry = (fields: LocalizedFields): string =>
  fingerprintValue(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== SEED_FINGERPRINTS_FIELD_ID)))

const EMPTY_FINGERPRINT = fingerprintValue(null)

function normalize(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalize)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => item !== undefined && item !== null)
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, normalize(item)]),
  )
}
