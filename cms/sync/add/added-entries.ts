import { linkTo } from '#cms/local/content-source.ts'
import { LOCALE } from '#cms/model/locale.ts'
import { agrees } from '#cms/sync/agrees.ts'
import type { HeldEntry } from '#cms/sync/entries.ts'
import { type Difference, type Kind, label, needsPublishing } from '#cms/sync/kind.ts'
import type { Space } from '#cms/sync/space-client.ts'
import type { PictureKind, Texts } from './picture-kind.ts'

/** An entry that shows a picture. */
export interface AddedEntry {
  readonly id: string
  readonly assetId: string
  readonly texts: Texts
}

/** The entries of added pictures. They bear no seed marks: for a seeding they are an editor's. */
export function addedEntries({ client: { entry } }: Space, kind: PictureKind): Kind<AddedEntry, HeldEntry> {
  const values = ({ assetId, texts }: AddedEntry) =>
    new Map<string, unknown>([[kind.pictureField, linkTo('Asset', assetId)], ...Object.entries(texts)])

  function compare(wanted: AddedEntry, held: HeldEntry | undefined): Difference {
    const changes = [...values(wanted)]
      .map(([field, value]) => ({ field, held: held?.fields[field]?.[LOCALE], wanted: value }))
      .filter((change) => !agrees(change.held, change.wanted))
    return { changes, kept: [] }
  }

  return {
    name: 'entry',
    read: (id) => entry.get({ entryId: id }),
    needs: ({ assetId }) => [label('asset', assetId)],
    compare,

    nextStep(wanted, held) {
      const at = { entryId: wanted.id }
      const fields = Object.fromEntries(
        [...values(wanted)].flatMap(([field, value]) => (value === null ? [] : [[field, { [LOCALE]: value }]])),
      )
      if (!held)
        return { action: 'create', take: () => entry.createWithId({ ...at, contentTypeId: kind.type }, { fields }) }
      if (held.sys.archivedVersion !== undefined) return { action: 'unarchive', take: () => entry.unarchive(at) }
      const { changes } = compare(wanted, held)
      if (changes.length > 0) {
        const written = new Set(changes.map(({ field }) => field))
        const stays = Object.entries(held.fields).filter(([name]) => !written.has(name))
        const all = { ...Object.fromEntries(stays), ...fields }
        return { action: 'update', take: () => entry.update(at, { ...held, fields: all }) }
      }
      if (needsPublishing(held.sys)) return { action: 'publish', take: () => entry.publish(at, held) }
      return null
    },
  }
}
