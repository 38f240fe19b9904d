import type { SITE_PATHS } from '#shared/constants.ts'
import type { ContentType } from './field-definitions.ts'

/** What the web app puts an entry's id in place of. */
export const ENTRY_ID_PLACEHOLDER = '{entry.sys.id}'

/** Content types of which there is one entry, a page. */
const PAGES: Readonly<Record<string, (typeof SITE_PATHS)[number]>> = {
  homePage: '/',
  galleryPage: '/gallery',
  servicesPage: '/services',
  contactPage: '/contact',
  mainlinePage: '/mainlinepipeline',
}

/** Where an entry is more than a part of its page: a photograph opens. */
const OWN_PLACES: Readonly<Record<string, string>> = { galleryImage: `?photo=${ENTRY_ID_PLACEHOLDER}` }

/** They are on no page. */
const UNSEEN: ReadonlySet<string> = new Set(['redirect'])

/** The path on which an editor sees entries of each content type: on the page that links to them, and on Home where several do, or none. */
export function getPreviewPaths(types: readonly ContentType[]): ReadonlyMap<string, string> {
  const pages = types.filter(({ id }) => id in PAGES)
  return new Map(
    types
      .filter(({ id }) => !UNSEEN.has(id))
      .map(({ id }) => {
        const [page, another] = pages.filter((one) => one.id === id || linksTo(one, id, types))
        const path = (page && !another && PAGES[page.id]) || '/'
        return [id, path + (OWN_PLACES[id] ?? '')]
      }),
  )
}

/** Whether only the entry itself tells on which page it is: each page has a hero. The site's server then looks for it. */
export const isOnSeveralPages = (id: string, types: readonly ContentType[]): boolean =>
  types.filter((one) => one.id in PAGES && linksTo(one, id, types)).length > 1

/** The page that an entry of this content type is; `undefined` where it is none. */
export const getPagePath = (type: string): string | undefined => PAGES[type]

/** Itself, or through what it links to. */
const linksTo = (from: ContentType, id: string, types: readonly ContentType[]): boolean =>
  Object.values(from.fields).some(
    ({ link }) =>
      link?.to === 'Entry' &&
      link.types.some((linked) => linked === id || types.some((one) => one.id === linked && linksTo(one, id, types))),
  )
