import type { EntryProps } from 'contentful-management'
import { LOCALE } from '#cms/model/locale.ts'
import { agrees } from './agrees.ts'
import { type Kind, label, needsPublishing } from './kind.ts'
import { readByIds } from './read-by-ids.ts'
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

type HeldEntry = EntryProps<Record<string, Record<string, unknown>>>

/** Entries: create, publish. Values of fields that only the space has stay. */
export function entries({ client: { entry } }: Space): Kind<WantedEntry, HeldEntry> {
  return {
    name: 'entry',
    readMany: (ids) => readByIds(ids, (query) => entry.getMany({ query })),
    read: (id) => entry.get({ entryId: id }),
    needs: ({ type, links }) => [label('content type', type), ...links],

    nextStep(wanted, held) {
      const at = { entryId: wanted.id }
      const fields = localized(wanted)
      if (!held)
        return {
          action: 'create',
          take: () => entry.createWithId({ ...at, contentTypeId: wanted.type }, { fields }),
        }
      const type = held.sys.contentType.sys.id
      if (type !== wanted.type) return { action: 'update', take: () => Promise.reject(new OtherType(type)) }
      if (!isAsWanted(held, wanted)) {
        const others = Object.entries(held.fields).filter(([name]) => !(name in wanted.fields))
        const merged = { ...held, fields: { ...Object.fromEntries(others), ...fields } }
        return { action: 'update', take: () => entry.update(at, merged) }
      }
      if (needsPublishing(held.sys)) return { action: 'publish', take: () => entry.publish(at, held) }
      return null
    },
  }
}

const isAsWanted = (held: HeldEntry, wanted: WantedEntry) =>
  Object.entries(wanted.fields).every(([name, value]) => agrees(held.fields[name]?.[LOCALE], value))

const localized = ({ fields }: WantedEntry) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, { [LOCALE]: value }]])),
  )

class OtherType extends Error {
  constructor(type: string) {
    super(
      `the space has an entry of the type "${type}" under this id: delete it there, or choose another id in the seed`,
    )
  }
}
