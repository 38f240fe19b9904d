import { createHash } from 'node:crypto'
import * as z from 'zod'
import { SEED_FINGERPRINTS_FIELD_ID } from '#cms/model/content-type-payload.ts'
import { LOCALE } from '#shared/constants.ts'

/** What the seed command notes in an entry with every write, in the same request: so it is never behind. */
const seedMarks = z.object({
  /** A mark for each field, of the value that a seeding wrote. */
  fields: z.record(z.string(), z.string()),
  /** Of all values together, where they were written to be published. */
  whole: z.string().nullable(),
})

export type SeedFingerprints = z.output<typeof seedMarks>

/** The fields of an entry as the management API answers them: field → locale → value. */
export type LocalizedFields = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** What is noted in an entry; `undefined` where no seeding wrote it. */
export const readSeedFingerprints = (fields: LocalizedFields): SeedFingerprints | undefined =>
  seedMarks.safeParse(fields[SEED_FINGERPRINTS_FIELD_ID]?.[LOCALE]).data

/** Whether a field still holds what a seeding wrote, or nothing where none wrote. */
export const isUnchangedSinceSeed = (marks: SeedFingerprints | undefined, field: string, value: unknown): boolean =>
  (marks?.fields[field] ?? NOTHING) === fingerprintValue(value)

/** The first 8 digits of a SHA-256. The order of keys does not count, `null` is the same as absent. */
export const fingerprintValue = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value ?? null)))
    .digest('hex')
    .slice(0, 8)

/** Of everything that an entry holds but its marks. */
export const fingerprintEntry = (fields: LocalizedFields): string =>
  fingerprintValue(Object.fromEntries(Object.entries(fields).filter(([name]) => name !== SEED_FINGERPRINTS_FIELD_ID)))

const NOTHING = fingerprintValue(null)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inside]) => inside !== undefined && inside !== null)
  return Object.fromEntries(
    entries.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([key, inside]) => [key, sorted(inside)]),
  )
}
