import { statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { createLink, findLinkNames } from '#cms/links.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { getAssetFileName } from '#cms/seed/asset-file-name.ts'
import type { MediaCache } from '#cms/seed/media-cache.ts'
import type { SeedAsset, SeedEntry } from '#cms/seed/seed-types.ts'
import { MEDIA_TYPES } from '#shared/media-types.ts'
import type { DesiredAsset } from './asset-resource-type.ts'
import type { DesiredEntry } from './entry-resource-type.ts'

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
export function toDesiredEntry({ id, type, fields }: SeedEntry, contentType: ContentType): DesiredEntry {
  const values = Object.entries(contentType.fields).map(([name, { link }]): readonly [string, unknown] => {
    const value = fields[name] ?? null
    if (!link || value === null) return [name, value]
    const links = [value].flat().map((target) => createLink(link.to, String(target)))
    return [name, Array.isArray(value) ? links : links[0]]
  })
  return { id, type, fields: Object.fromEntries(values), links: findLinkNames(values) }
}
