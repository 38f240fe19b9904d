import type { ContentType } from '#cms/model/field-definitions.ts'
import { model } from '#cms/model/model.ts'
import type { SITE_PATHS } from '#cms/model/site-paths.ts'
import { ALL_PAGE_PARTS, type BuildRequest } from './build-order.ts'
import type { ContentChange } from './publishing-options.ts'

/** What each page is made of: its own entry, and what every page wears. */
const PAGES: Readonly<Record<(typeof SITE_PATHS)[number], ContentType>> = {
  '/': model.homePage,
  '/gallery': model.galleryPage,
  '/services': model.servicesPage,
  '/contact': model.contactPage,
  '/mainlinepipeline': model.mainlinePage,
}
const WORN: ContentType = model.siteSettings

const TYPES: ReadonlyMap<string, ContentType> = new Map(Object.entries(model))

/** Which pages a change may be seen on: those whose entry leads to one of this type, as the model has it. */
export function findAffectedPages({
  contentTypes,
  assets,
  anything,
}: ContentChange): Exclude<BuildRequest['parts'], 'everything'> {
  if (anything) return ALL_PAGE_PARTS
  const shows = (page: ContentType) => {
    const types = [...reached(WORN), ...reached(page)]
    return types.some((type) => contentTypes.has(type.id) || (assets && hasAsset(type)))
  }
  return {
    paths: ALL_PAGE_PARTS.paths.filter((path) => shows(PAGES[path])),
    redirects: contentTypes.has(model.redirect.id),
  }
}

/** A type, and every type that its entries lead to. */
function reached(type: ContentType, seen = new Set<ContentType>()): ReadonlySet<ContentType> {
  if (seen.has(type)) return seen
  seen.add(type)
  for (const { link } of Object.values(type.fields)) {
    if (link?.to !== 'Entry') continue
    for (const id of link.types) {
      const next = TYPES.get(id)
      if (next) reached(next, seen)
    }
  }
  return seen
}

const hasAsset = ({ fields }: ContentType) => Object.values(fields).some(({ link }) => link?.to === 'Asset')
