import { statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { getAssetFileName } from '#cms/seed/asset-file-name.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import type { SeedAsset, SeedEntry, SeedValue } from '#cms/seed/seed-types.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import type { DesiredAsset } from './asset-resource-type.ts'
import type { DesiredEntry } from './entry-resource-type.ts'
import { resourceKey } from './resource-type.ts'

/** Converts an asset of the seed to the desired asset of a space. Reads the file. */
export async function toDesiredAsset(
  { id, file, title, originalName }: SeedAsset,
  mediaFolder: string,
  cache?: MediaCache,
): Promise<DesiredAsset> {
  const path = join(mediaFolder, file)
  const mediaType = MEDIA_TYPES[extname(file)]
  if (!mediaType) throw new Error(`The validated seed contains ${file}, whose MIME type is unknown`)
  const fileName = await getAssetFileName(path, cache)
  const { size } = statSync(path)
  return { id, title, path, fileName, originalName, contentType: mediaType.contentType, size }
}

/** Converts an entry of the seed to the desired entry of a space: ids in link fields become links. */
export function toDesiredEntry({ id, type, fields }: SeedEntry, { fields: definitions }: ContentType): DesiredEntry {
  const values = Object.entries(definitions).map(([name, { link }]) => {
    const value = fields[name] ?? null
    if (!link || value === null) return { name, value, links: [] }
    const ids = toIds(value)
    const targets = ids.map((target) => ({ sys: { type: 'Link', linkType: link.to, id: target } }))
    const resourceType = link.to === 'Asset' ? 'asset' : 'entry'
    return {
      name,
      value: Array.isArray(value) ? targets : targets[0],
      links: ids.map((target) => resourceKey(resourceType, target)),
    }
  })
  return {
    id,
    type,
    fields: Object.fromEntries(values.map(({ name, value }) => [name, value])),
    links: values.flatMap(({ links }) => links),
  }
}

const toIds = (value: NonNullable<SeedValue>): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
