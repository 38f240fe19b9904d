import type { EntryProps } from 'contentful-management'
import { isLink } from '#cms/local/content-source.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { SEED_MARKS } from '#cms/model/seed-marks.ts'
import { agrees } from './agrees.ts'
import { type Difference, DRAFT_WAITS, type Kind, label, needsPublishing, type Policy, withdrawalOf } from './kind.ts'
import { linksIn } from './left-out.ts'
import { isUntouched, markOf, marksIn, wholeMark } from './seed-marks.ts'
import type { Space } from './space-client.ts'

/** An entry as it should stand in the space. */
export interface WantedEntry {
  readonly id: string
  readonly type: string
  /** Every field of its type, links as Contentful writes them; `null` where it is empty. */
  readonly fields: Readonly<Record<string, unknown>>
  /** What it links to, as `label` writes it. */
  readonly links: readonly string[]
}

export type HeldEntry = EntryProps<Record<string, Record<string, unknown>>>

/**
 * Entries: create, update, publish. Values of fields that only the space has stay, and so do editors' changes.
 * Links to what is neither published nor the seed’s are no difference: a pull did not see them.
 */
export function entries(
  { client: { entry } }: Space,
  { force }: Policy,
  delivered: ReadonlySet<string>,
): Kind<WantedEntry, HeldEntry> {
  const isPublished = (value: unknown) => !isLink(value) || linksIn(value).every((link) => delivered.has(link))
  const published = (value: unknown) =>
    Array.isArray(value) ? value.filter(isPublished) : isPublished(value) ? value : undefined

  function compare(wanted: WantedEntry, held: HeldEntry | undefined): Difference {
    const marks = held && marksIn(held.fields)
    const differing = Object.entries(wanted.fields)
      .map(([field, value]) => ({ field, held: held?.fields[field]?.[LOCALE], wanted: value }))
      .filter((change) => !agrees(published(change.held), change.wanted))
    const mayWrite = ({ field, held: value }: (typeof differing)[number]) => force || isUntouched(marks, field, value)
    const kept = held ? differing.filter((change) => !mayWrite(change)) : []
    const changes = differing.filter((change) => !kept.includes(change))
    return { changes, kept, note: held && noteOn(wanted, held), blocked: held && otherType(wanted, held) }
  }

  function noteOn(wanted: WantedEntry, { sys, fields }: HeldEntry): string | undefined {
    if (force) return undefined
    const withdrawal = withdrawalOf(sys)
    if (withdrawal || !needsPublishing(sys)) return withdrawal
    const isSeeds = [marksIn(fields)?.whole, wholeMark(localized(wanted.fields))].includes(wholeMark(fields))
    return isSeeds ? undefined : DRAFT_WAITS
  }

  return {
    name: 'entry',
    read: (id) => entry.get({ entryId: id }),
    needs: ({ type, links }) => [label('content type', type), ...links],
    compare,

    nextStep(wanted, held) {
      const at = { entryId: wanted.id }
      if (!held) {
        const fields = withMarks(localized(wanted.fields), marksFor(wanted), true)
        return {
          action: 'create',
          take: () => entry.createWithId({ ...at, contentTypeId: wanted.type }, { fields }),
        }
      }
      const { changes, kept: keptChanges, note, blocked } = compare(wanted, held)
      const kept = keptChanges.map(({ field }) => field)
      if (blocked) return { action: 'update', take: () => Promise.reject(new Error(blocked)) }
      if (held.sys.archivedVersion !== undefined)
        return force ? { action: 'unarchive', take: () => entry.unarchive(at) } : null
      if (changes.length > 0) {
        const fields = withMarks(merged(held, changes), marksAfter(wanted, held, kept), !note)
        return { action: 'update', take: () => entry.update(at, { ...held, fields }) }
      }
      if (needsPublishing(held.sys) && !note) return { action: 'publish', take: () => entry.publish(at, held) }
      return null
    },
  }
}

/** What the fields would be: the seed's where they change, and all others as they are. */
function merged(held: HeldEntry, changes: Difference['changes']) {
  const written = new Map(changes.map(({ field, wanted }) => [field, wanted]))
  const stays = Object.entries(held.fields).filter(([name]) => !written.has(name))
  return { ...Object.fromEntries(stays), ...localized(Object.fromEntries(written)) }
}

const marksFor = ({ fields }: WantedEntry) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, markOf(value)]))

/** A field that was kept keeps its mark, so that it is known as an editor's the next time too. */
function marksAfter(wanted: WantedEntry, held: HeldEntry, kept: readonly string[]) {
  const before = marksIn(held.fields)?.fields ?? {}
  const stays = kept.flatMap((name) => (before[name] ? [[name, before[name]]] : []))
  const written = Object.entries(marksFor(wanted)).filter(([name]) => !kept.includes(name))
  return Object.fromEntries([...written, ...stays])
}

function withMarks(fields: HeldEntry['fields'], marks: Readonly<Record<string, string>>, isPublished: boolean) {
  const whole = isPublished ? wholeMark(fields) : null
  return { ...fields, [SEED_MARKS]: { [LOCALE]: { fields: marks, whole } } }
}

const localized = (fields: WantedEntry['fields']) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, { [LOCALE]: value }]])),
  )

function otherType({ type }: WantedEntry, { sys }: HeldEntry): string | undefined {
  const held = sys.contentType.sys.id
  if (held === type) return undefined
  return `the space has an entry of the type "${held}" under this id: delete it there, or choose another id in the seed`
}
