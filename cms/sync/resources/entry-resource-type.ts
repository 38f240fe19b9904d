import type { EntryProps } from 'contentful-management'
import { createLink, findLinkNames, parseLink } from '#cms/links.ts'
import { SEED_FINGERPRINTS_FIELD_ID } from '#cms/model/content-type-payload.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { getWithdrawalReason, needsPublishing } from '#cms/publish-state.ts'
import type { SeedEntry } from '#cms/seed/seed-types.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { LOCALE } from '#shared/constants.ts'
import {
  matchesDesired,
  type ResourceDiff,
  type ResourceType,
  resourceKey,
  UNPUBLISHED_DRAFT_NOTE,
} from './resource-type.ts'
import { fingerprintEntry, fingerprintValue, isUnchangedSinceSeed, readSeedFingerprints } from './seed-fingerprints.ts'

/** The desired state of an entry. */
export interface DesiredEntry {
  readonly id: string
  readonly type: string
  /** All fields of the content type, links in Contentful’s format; `null` for empty fields. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Keys of the resources that it links to. */
  readonly links: readonly string[]
}

/** Converts an entry of the seed to the desired entry of a space: ids in link fields become links. */
export function toDesiredEntry({ id, type, fields }: SeedEntry, contentType: ContentType): DesiredEntry {
  const values = Object.entries(contentType.fields).map(([name, { link }]): readonly [string, unknown] => {
    const value = fields[name] ?? null
    if (!link || value === null) return [name, value]
    const links = [value].flat().map((target) => createLink(link.to, String(target)))
    return [name, Array.isArray(value) ? links : links[0]]
  })
  return { id, type, fields: Object.fromEntries(values), links: findLinkNames(values) }
}

export type ActualEntry = EntryProps<Record<string, Record<string, unknown>>>

/**
 * Creates the resource type of entries: create, update, publish. Keeps fields that only the space has, and editors’
 * changes. Ignores links to resources that are not in `deliveredKeys`, because a pull does not see them.
 */
export function createEntryResourceType(
  { client: { entry } }: SpaceClient,
  force: boolean,
  deliveredKeys: ReadonlySet<string>,
): ResourceType<DesiredEntry, ActualEntry> {
  function isDelivered(value: unknown): boolean {
    const link = parseLink(value)
    return !link || deliveredKeys.has(link.name)
  }
  const removeUndelivered = (value: unknown) =>
    Array.isArray(value) ? value.filter(isDelivered) : isDelivered(value) ? value : undefined

  function compare(desired: DesiredEntry, actual: ActualEntry | undefined): ResourceDiff {
    const fingerprints = actual && readSeedFingerprints(actual.fields)
    const differences = Object.entries(desired.fields)
      .map(([field, value]) => ({ field, actual: actual?.fields[field]?.[LOCALE], desired: value }))
      .filter((change) => !matchesDesired(removeUndelivered(change.actual), change.desired))
    const canOverwrite = (change: (typeof differences)[number]) =>
      force || isUnchangedSinceSeed(fingerprints, change.field, change.actual)
    const preserved = actual ? differences.filter((change) => !canOverwrite(change)) : []
    const changes = differences.filter((change) => !preserved.includes(change))
    return {
      changes,
      preserved,
      note: actual && getNote(desired, actual),
      withdrawal: force && actual ? getWithdrawalReason(actual.sys) : undefined,
      blocked: actual && getContentTypeError(desired, actual),
    }
  }

  function getNote(desired: DesiredEntry, { sys, fields }: ActualEntry): string | undefined {
    if (force) return undefined
    const withdrawal = getWithdrawalReason(sys)
    if (withdrawal || !needsPublishing(sys)) return withdrawal
    const isSeedDraft = [
      readSeedFingerprints(fields)?.whole,
      fingerprintEntry(toLocalizedFields(desired.fields)),
    ].includes(fingerprintEntry(fields))
    return isSeedDraft ? undefined : UNPUBLISHED_DRAFT_NOTE
  }

  return {
    name: 'entry',
    read: (id) => entry.get({ entryId: id }),
    dependsOn: ({ type, links }) => [resourceKey('content type', type), ...links],
    compare,

    nextStep(desired, actual) {
      const params = { entryId: desired.id }
      if (!actual) {
        const fields = withFingerprints(toLocalizedFields(desired.fields), createFingerprints(desired), true)
        return {
          action: 'create',
          run: () => entry.createWithId({ ...params, contentTypeId: desired.type }, { fields }),
        }
      }
      const { changes, preserved, note } = compare(desired, actual)
      if (actual.sys.archivedVersion !== undefined)
        return force ? { action: 'unarchive', run: () => entry.unarchive(params) } : null
      if (changes.length > 0) {
        const preservedFields = preserved.map(({ field }) => field)
        const fingerprints = mergeFingerprints(desired, actual, preservedFields)
        const fields = withFingerprints(mergeFields(actual, changes), fingerprints, !note)
        return { action: 'update', run: () => entry.update(params, { ...actual, fields }) }
      }
      if (needsPublishing(actual.sys) && !note) return { action: 'publish', run: () => entry.publish(params, actual) }
      return null
    },
  }
}

/** Returns the fields to write: desired values of changed fields, actual values of all others. */
function mergeFields(actual: ActualEntry, changes: ResourceDiff['changes']) {
  const changedValues = new Map(changes.map(({ field, desired }) => [field, desired]))
  const unchanged = Object.entries(actual.fields).filter(([name]) => !changedValues.has(name))
  return { ...Object.fromEntries(unchanged), ...toLocalizedFields(Object.fromEntries(changedValues)) }
}

const createFingerprints = ({ fields }: DesiredEntry) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fingerprintValue(value)]))

/**
 * A preserved field keeps its fingerprint, so that the next run detects the editor’s change too; a field that only the space
 * has keeps it for a model that has the field again.
 */
function mergeFingerprints(desired: DesiredEntry, actual: ActualEntry, preservedFields: readonly string[]) {
  const existing = readSeedFingerprints(actual.fields)?.fields ?? {}
  const extraFields = Object.keys(actual.fields).filter((name) => !Object.hasOwn(desired.fields, name))
  const kept = [...extraFields, ...preservedFields].flatMap((name) => (existing[name] ? [[name, existing[name]]] : []))
  const written = Object.entries(createFingerprints(desired)).filter(([name]) => !preservedFields.includes(name))
  return Object.fromEntries([...written, ...kept])
}

function withFingerprints(
  fields: ActualEntry['fields'],
  fingerprints: Readonly<Record<string, string>>,
  isPublished: boolean,
) {
  const whole = isPublished ? fingerprintEntry(fields) : null
  return { ...fields, [SEED_FINGERPRINTS_FIELD_ID]: { [LOCALE]: { fields: fingerprints, whole } } }
}

const toLocalizedFields = (fields: DesiredEntry['fields']) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, { [LOCALE]: value }]])),
  )

function getContentTypeError({ type }: DesiredEntry, { sys }: ActualEntry): string | undefined {
  const actualType = sys.contentType.sys.id
  if (actualType === type) return undefined
  return `the space has an entry of the type "${actualType}" with this id: delete it there, or choose another id in the seed`
}
