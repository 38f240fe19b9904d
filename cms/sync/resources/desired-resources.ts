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

/** The seed's asset with everything that Contentful asks for. Reads the file. */
export async function toDesiredAsset(
  { id, file, title, originalName }: SeedAsset,
  mediaFolder: string,
  cache?: MediaCache,
): Promise<DesiredAsset> {
  const path = join(mediaFolder, file)
  const kind = MEDIA_TYPES[extname(file)]
  if (!kind) throw new Error(`The seed's check let ${file} pass, but no mime type is known for it`)
  const fileName = await getAssetFileName(path, cache)
  const { size } = statSync(path)
  return { id, title, path, fileName, originalName, contentType: kind.contentType, size }
}

/** The seed's entry with its ids turned into links; its type says which fields hold ids. */
export function toDesiredEntry({ id, type, fields }: SeedEntry, { fields: definitions }: ContentType): DesiredEntry {
  const values = Object.entries(definitions).map(([name, { link }]) => {
    const value = fields[name] ?? null
    if (!link || value === null) return { name, value, links: [] }
    const ids = idsOf(value)
    const targets = ids.map((target) => ({ sys: { type: 'Link', linkType: link.to, id: target } }))
    const kind = link.to === 'Asset' ? 'asset' : 'entry'
    return {
      name,
      value: Array.isArray(value) ? targets : targets[0],
      links: ids.map((target) => resourceKey(kind, target)),
    }
  })
  return {
    id,
    type,
    fields: Object.fromEntries(values.map(({ name, value }) => [name, value])),
    links: values.flatMap(({ links }) => links),
  }
}

const idsOf = (value: NonNullable<SeedValue>): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : []
