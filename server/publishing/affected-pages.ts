import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import type { SITE_PATHS } from '#shared/constants.ts'
import type { ContentChange } from './content-change.ts'
import { ALL_PAGE_PARTS, type BuildRequest } from './run-build.ts'

/** The content type of each page's own entry. */
const PAGE_TYPES: Readonly<Record<(typeof SITE_PATHS)[number], ContentType>> = {
  '/': model.homePage,
  '/gallery': model.galleryPage,
  '/services': model.servicesPage,
  '/contact': model.contactPage,
  '/mainlinepipeline': model.mainlinePage,
}
/** The content type that every page shows. */
const SHARED_TYPE: ContentType = model.siteSettings

const TYPES_BY_ID: ReadonlyMap<string, ContentType> = new Map(Object.entries(model))

/**
 * Finds the pages that may show a change: those whose entry, or the site settings, can link to an entry of a changed type,
 * directly or through other entries, according to the content model.
 */
export function findAffectedPages(change: ContentChange): Exclude<BuildRequest['parts'], 'everything'> {
  const { contentTypes, assets, anything } = change
  if (anything) return ALL_PAGE_PARTS
  const isAffected = (page: ContentType) => {
    const types = [...findReachableTypes(SHARED_TYPE), ...findReachableTypes(page)]
    return types.some((type) => contentTypes.has(type.id) || (assets && hasAssetField(type)))
  }
  return {
    paths: ALL_PAGE_PARTS.paths.filter((path) => isAffected(PAGE_TYPES[path])),
    redirects: contentTypes.has(model.redirect.id),
  }
}

/** A type, and every type that its entries can link to, directly or through other entries. */
function findReachableTypes(type: ContentType, visited = new Set<ContentType>()): ReadonlySet<ContentType> {
  if (visited.has(type)) return visited
  visited.add(type)
  for (const { link } of Object.values(type.fields)) {
    if (link?.to !== 'Entry') continue
    for (const id of link.types) {
      const linkedType = TYPES_BY_ID.get(id)
      if (linkedType) findReachableTypes(linkedType, visited)
    }
  }
  return visited
}

const hasAssetField = ({ fields }: ContentType) => Object.values(fields).some(({ link }) => link?.to === 'Asset')
