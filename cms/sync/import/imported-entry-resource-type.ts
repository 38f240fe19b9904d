import { createLink } from '#cms/links.ts'
import type { PictureTexts, PictureType } from '#cms/pictures/picture-type.ts'
import { needsPublishing } from '#cms/publish-state.ts'
import type { SpaceClient } from '#cms/sync/contentful/space-client.ts'
import type { ActualEntry } from '#cms/sync/resources/entry-resource-type.ts'
import { matchesDesired, type ResourceDiff, type ResourceType, resourceKey } from '#cms/sync/resources/resource-type.ts'
import { LOCALE } from '#shared/constants.ts'

/** The desired state of the entry of an imported picture. */
export interface ImportedEntry {
  readonly id: string
  readonly assetId: string
  readonly texts: PictureTexts
}

/**
 * Creates the resource type of the entries of imported pictures. They have no seed fingerprints, so that seed runs treat
 * them as an editor’s entries.
 */
export function createImportedEntryResourceType(
  { client: { entry } }: SpaceClient,
  pictureType: PictureType,
): ResourceType<ImportedEntry, ActualEntry> {
  const getValues = ({ assetId, texts }: ImportedEntry) =>
    new Map<string, unknown>([[pictureType.pictureField, createLink('Asset', assetId)], ...Object.entries(texts)])

  function compare(desired: ImportedEntry, actual: ActualEntry | undefined): ResourceDiff {
    const changes = [...getValues(desired)]
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
      const params = { entryId: desired.id }
      const desiredFields = Object.fromEntries(
        [...getValues(desired)].flatMap(([field, value]) => (value === null ? [] : [[field, { [LOCALE]: value }]])),
      )
      if (!actual)
        return {
          action: 'create',
          run: () => entry.createWithId({ ...params, contentTypeId: pictureType.type }, { fields: desiredFields }),
        }
      if (actual.sys.archivedVersion !== undefined) return { action: 'unarchive', run: () => entry.unarchive(params) }
      const { changes } = compare(desired, actual)
      if (changes.length > 0) {
        const changedFields = new Set(changes.map(({ field }) => field))
        const unchanged = Object.entries(actual.fields).filter(([name]) => !changedFields.has(name))
        const fields = { ...Object.fromEntries(unchanged), ...desiredFields }
        return { action: 'update', run: () => entry.update(params, { ...actual, fields }) }
      }
      if (needsPublishing(actual.sys)) return { action: 'publish', run: () => entry.publish(params, actual) }
      return null
    },
  }
}
