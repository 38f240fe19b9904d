import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import type { PublishedEntry } from '#cms/sync/contentful/delivery-client.ts'
import { parseLink } from './parse-link.ts'
import { isModelContentType } from './to-seed-entries.ts'

/** The ids of the assets that fields of the model name, in a stable order. */
export function findLinkedAssetIds(entries: readonly PublishedEntry[]): readonly string[] {
  const links = entries.flatMap(({ sys, fields }) => {
    const type = sys.contentType.sys.id
    if (!isModelContentType(type)) return []
    const definitions: ContentType['fields'] = model[type].fields
    return Object.entries(definitions).flatMap(([name, { link }]) => (link ? [fields[name]].flat().map(parseLink) : []))
  })
  const assets = links.filter((link) => link !== undefined && link.to === 'Asset')
  return [...new Set(assets.flatMap((link) => link?.id ?? []))].toSorted()
}
