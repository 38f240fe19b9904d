import { findLinkNames } from '#cms/links.ts'
import type { ContentType } from '#cms/model/field-definitions.ts'
import { isModelContentType } from '#cms/model/is-model-content-type.ts'
import { model } from '#cms/model/model.gen.ts'
import { getLinkedTypes } from '#cms/model/pages.ts'
import type { SeedFiles } from '#cms/seed/read-seed-files.ts'
import type { PublishedEntry } from '#cms/sync/contentful/delivered-content.ts'
import { getCurrentEntryIds } from './current-seed.ts'

/** Returns one line for each root content type that has an entry in the seed, but no published one. */
export function findMissingRootEntries(
  published: readonly PublishedEntry[],
  currentSeed: SeedFiles,
): readonly string[] {
  const publishedTypes = new Set(published.map(({ sys }) => sys.contentType.sys.id))
  return ROOT_CONTENT_TYPES.filter((type) => !publishedTypes.has(type)).flatMap((type) => {
    const ids = getCurrentEntryIds(currentSeed, type)
    if (ids.length === 0) return []
    return [`entry ${ids.join(', ')}: is not published, and the site requires a ${type}; publish it in Contentful`]
  })
}

const contentTypes: readonly ContentType[] = Object.values(model)

const linkedContentTypes = new Set(contentTypes.flatMap(getLinkedTypes))

/** Content types that no other entry links to: the pages, and the site-wide content. */
const ROOT_CONTENT_TYPES = contentTypes.map(({ id }) => id).filter((id) => !linkedContentTypes.has(id))

/** Returns the keys of all resources that fields of the model link to. */
export const findLinkedKeys = (entries: readonly PublishedEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ sys, fields }) => {
      const type = sys.contentType.sys.id
      return isModelContentType(type) ? Object.keys(model[type].fields).flatMap((id) => findLinkNames(fields[id])) : []
    }),
  )
