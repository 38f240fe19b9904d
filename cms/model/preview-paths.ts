import type { SITE_PATHS } from '#shared/constants.ts'
import type { ContentType } from './field-definitions.ts'

/** Placeholder that the web app replaces by the entry id. */
export const ENTRY_ID_PLACEHOLDER = '{entry.sys.id}'

/** Paths of the content types that are a page. */
const PAGE_PATHS: Readonly<Record<string, (typeof SITE_PATHS)[number]>> = {
  homePage: '/',
  galleryPage: '/gallery',
  servicesPage: '/services',
  contactPage: '/contact',
  mainlinePage: '/mainlinepipeline',
}

/** Query strings that show the entry itself, for example the dialog of a photo. */
const PREVIEW_QUERIES: Readonly<Record<string, string>> = { galleryImage: `?photo=${ENTRY_ID_PLACEHOLDER}` }

/** Content types that no page shows. */
const TYPES_WITHOUT_PAGE: ReadonlySet<string> = new Set(['redirect'])

/**
 * Returns the preview path of each content type: the page that links to it, or Home if several pages or none link to it.
 */
export function getPreviewPaths(types: readonly ContentType[]): ReadonlyMap<string, string> {
  const pages = types.filter(({ id }) => id in PAGE_PATHS)
  return new Map(
    types
      .filter(({ id }) => !TYPES_WITHOUT_PAGE.has(id))
      .map(({ id }) => {
        const [page, otherPage] = pages.filter((type) => type.id === id || linksTo(type, id, types))
        const path = (page && !otherPage && PAGE_PATHS[page.id]) || '/'
        return [id, path + (PREVIEW_QUERIES[id] ?? '')]
      }),
  )
}

/** Whether several pages link to this content type. The server then reads which page links to the entry. */
export const isOnSeveralPages = (id: string, types: readonly ContentType[]): boolean =>
  types.filter((type) => type.id in PAGE_PATHS && linksTo(type, id, types)).length > 1

/** Returns the path of a content type that is a page; `undefined` for others. */
export const getPagePath = (type: string): string | undefined => PAGE_PATHS[type]

/** Whether a content type links to another one, directly or indirectly. */
const linksTo = (source: ContentType, id: string, types: readonly ContentType[]): boolean =>
  Object.values(source.fields).some(
    ({ link }) =>
      link?.to === 'Entry' &&
      link.types.some(
        (linked) => linked === id || types.some((type) => type.id === linked && linksTo(type, id, types)),
      ),
  )
