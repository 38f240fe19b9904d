import type { EntryProps } from 'contentful-management'
import { isLink } from '#cms/links.ts'
import { SEED_FINGERPRINTS_FIELD_ID } from '#cms/model/content-type-payload.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import { LOCALE } from '#shared/constants.ts'
import { matchesDesired } from './matches-desired.ts'
import {
  extractLinkKeys,
  getWithdrawalReason,
  needsPublishing,
  type OverwriteOptions,
  type ResourceDiff,
  type ResourceType,
  resourceKey,
  UNPUBLISHED_DRAFT_NOTE,
} from './resource-type.ts'
import { fingerprintEntry, fingerprintValue, isUnchangedSinceSeed, readSeedFingerprints } from './seed-fingerprints.ts'

/** An entry as it should stand in the space. */
export interface DesiredEntry {
  readonly id: string
  readonly type: string
  /** Every field of its type, links as Contentful writes them; `null` where it is empty. */
  readonly fields: Readonly<Record<string, unknown>>
  /** What it links to, as `label` writes it. */
  readonly links: readonly string[]
}

export type ActualEntry = EntryProps<Record<string, Record<string, unknown>>>

/**
 * Entries: create, update, publish. Values of fields that only the space has stay, and so do editors' changes.
 * Links to what is neither published nor the seed’s are no difference: a pull did not see them.
 */
export function createEntryResourceType(
  { client: { entry } }: SpaceClient,
  { force }: OverwriteOptions,
  delivered: ReadonlySet<string>,
): ResourceType<DesiredEntry, ActualEntry> {
  const isPublished = (value: unknown) => !isLink(value) || extractLinkKeys(value).every((link) => delivered.has(link))
  const published = (value: unknown) =>
    Array.isArray(value) ? value.filter(isPublished) : isPublished(value) ? value : undefined

  function compare(wanted: DesiredEntry, held: ActualEntry | undefined): ResourceDiff {
    const marks = held && readSeedFingerprints(held.fields)
    const differing = Object.entries(wanted.fields)
      .map(([field, value]) => ({ field, held: held?.fields[field]?.[LOCALE], wanted: value }))
      .filter((change) => !matchesDesired(published(change.held), change.wanted))
    const mayWrite = ({ field, held: value }: (typeof differing)[number]) =>
      force || isUnchangedSinceSeed(marks, field, value)
    const preserved = held ? differing.filter((change) => !mayWrite(change)) : []
    const changes = differing.filter((change) => !preserved.includes(change))
    return { changes, preserved, note: held && noteOn(wanted, held), blocked: held && otherType(wanted, held) }
  }

  function noteOn(wanted: DesiredEntry, { sys, fields }: ActualEntry): string | undefined {
    if (force) return undefined
    const withdrawal = getWithdrawalReason(sys)
    if (withdrawal || !needsPublishing(sys)) return withdrawal
    const isSeeds = [readSeedFingerprints(fields)?.whole, fingerprintEntry(localized(wanted.fields))].includes(
      fingerprintEntry(fields),
    )
    return isSeeds ? undefined : UNPUBLISHED_DRAFT_NOTE
  }

  return {
    name: 'entry',
    read: (id) => entry.get({ entryId: id }),
    dependsOn: ({ type, links }) => [resourceKey('content type', type), ...links],
    compare,

    nextStep(wanted, held) {
      const at = { entryId: wanted.id }
      if (!held) {
        const fields = withMarks(localized(wanted.fields), marksFor(wanted), true)
        return {
          action: 'create',
          run: () => entry.createWithId({ ...at, contentTypeId: wanted.type }, { fields }),
        }
      }
      const { changes, preserved: keptChanges, note, blocked } = compare(wanted, held)
      const kept = keptChanges.map(({ field }) => field)
      if (blocked) return { action: 'update', run: () => Promise.reject(new Error(blocked)) }
      if (held.sys.archivedVersion !== undefined)
        return force ? { action: 'unarchive', run: () => entry.unarchive(at) } : null
      if (changes.length > 0) {
        const fields = withMarks(merged(held, changes), marksAfter(wanted, held, kept), !note)
        return { action: 'update', run: () => entry.update(at, { ...held, fields }) }
      }
      if (needsPublishing(held.sys) && !note) return { action: 'publish', run: () => entry.publish(at, held) }
      return null
    },
  }
}

/** What the fields would be: the seed's where they change, and all others as they are. */
function merged(held: ActualEntry, changes: ResourceDiff['changes']) {
  const written = new Map(changes.map(({ field, wanted }) => [field, wanted]))
  const stays = Object.entries(held.fields).filter(([name]) => !written.has(name))
  return { ...Object.fromEntries(stays), ...localized(Object.fromEntries(written)) }
}

const marksFor = ({ fields }: DesiredEntry) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fingerprintValue(value)]))

/** A field that was kept keeps its mark, so that it is known as an editor's the next time too. */
function marksAfter(wanted: DesiredEntry, held: ActualEntry, kept: readonly string[]) {
  const before = readSeedFingerprints(held.fields)?.fields ?? {}
  const stays = kept.flatMap((name) => (before[name] ? [[name, before[name]]] : []))
  const written = Object.entries(marksFor(wanted)).filter(([name]) => !kept.includes(name))
  return Object.fromEntries([...written, ...stays])
}

function withMarks(fields: ActualEntry['fields'], marks: Readonly<Record<string, string>>, isPublished: boolean) {
  const whole = isPublished ? fingerprintEntry(fields) : null
  return { ...fields, [SEED_FINGERPRINTS_FIELD_ID]: { [LOCALE]: { fields: marks, whole } } }
}

const localized = (fields: DesiredEntry['fields']) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, { [LOCALE]: value }]])),
  )

function otherType({ type }: DesiredEntry, { sys }: ActualEntry): string | undefined {
  const held = sys.contentType.sys.id
  if (held === type) return undefined
  return `the space has an entry of the type "${held}" under this id: delete it there, or choose another id in the seed`
}
