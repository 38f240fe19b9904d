import { createLink } from '#cms/links.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { matchesDesired } from '#cms/sync/resources/matches-desired.ts'
import {
  needsPublishing,
  type ResourceDiff,
  type ResourceType,
  resourceKey,
} from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'
import type { PictureTexts, PictureType } from './picture-type.ts'

/** An entry that shows a picture. */
export interface ImportedEntry {
  readonly id: string
  readonly assetId: string
  readonly texts: PictureTexts
}

/** The entries of added pictures. They bear no seed marks: for a seeding they are an editor's. */
export function createImportedEntryResourceType(
  { client: { entry } }: SpaceClient,
  kind: PictureType,
): ResourceType<ImportedEntry, ActualEntry> {
  const values = ({ assetId, texts }: ImportedEntry) =>
    new Map<string, unknown>([[kind.pictureField, createLink('Asset', assetId)], ...Object.entries(texts)])

  function compare(desired: ImportedEntry, actual: ActualEntry | undefined): ResourceDiff {
    const changes = [...values(desired)]
      .map(([field, value]) => ({ field, actual: actual?.fields[field]?.[LOCALE], desired: value }))
      .filter((change) => !matchesDesired(change.actual, change.desired))
    return { changes, preserved: [] }
  }

  return {
    name: 'entry',
    read: (id) => entry.get({ entryId: id }),
    dependsOn: ({ assetId }) => [resourceKey('asset', assetId)],
    compare,

    nextStep(desired, actual) {
      const at = { entryId: desired.id }
      const fields = Object.fromEntries(
        [...values(desired)].flatMap(([field, value]) => (value === null ? [] : [[field, { [LOCALE]: value }]])),
      )
      if (!actual)
        return { action: 'create', run: () => entry.createWithId({ ...at, contentTypeId: kind.type }, { fields }) }
      if (actual.sys.archivedVersion !== undefined) return { action: 'unarchive', run: () => entry.unarchive(at) }
      const { changes } = compare(desired, actual)
      if (changes.length > 0) {
        const written = new Set(changes.map(({ field }) => field))
        const stays = Object.entries(actual.fields).filter(([name]) => !written.has(name))
        const all = { ...Object.fromEntries(stays), ...fields }
        return { action: 'update', run: () => entry.update(at, { ...actual, fields: all }) }
      }
      if (needsPublishing(actual.sys)) return { action: 'publish', run: () => entry.publish(at, actual) }
      return null
    },
  }
}
