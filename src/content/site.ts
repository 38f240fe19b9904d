import * as z from 'zod/mini'
import { contentQueryOptions } from './content-query.ts'
import { externalUrlSchema, imageSchema, sitePathSchema, sysSchema, textSchema } from './field-schemas.ts'
import { SiteDocument, type SiteQuery } from './generated/graphql.ts'
import { parseItems, parsePage, warnOnce } from './parse-content.ts'

const navigationItem = z.pipe(
  z.object({ sys: sysSchema, name: textSchema, route: sitePathSchema, isEnabled: z.boolean() }),
  z.transform(({ sys, ...item }) => ({ id: sys.id, ...item })),
)

/** An item of the navigation bar (requirements §3). The router determines which one is current. */
export type NavigationItem = z.output<typeof navigationItem>

const interfaceTexts = z.object({
  sys: sysSchema,
  loading: textSchema,
  skipToContent: textSchema,
  mainNavigation: textSchema,
  openMenu: textSchema,
  closeMenu: textSchema,
  pauseVideo: textSchema,
  playVideo: textSchema,
  videoUnsupported: textSchema,
  close: textSchema,
  newTab: textSchema,
  /** `{count}` is replaced by the number of photos. */
  photoCount: textSchema,
  previousPhoto: textSchema,
  nextPhoto: textSchema,
  /** `{index}` is replaced by the number of the photo, `{count}` by the number of photos. */
  photoPosition: textSchema,
  allPhotos: textSchema,
  zoomIn: textSchema,
  zoomOut: textSchema,
  photoFailed: textSchema,
  pageUpdated: textSchema,
  reload: textSchema,
})

/** Labels of buttons and menus, and texts for screen readers. */
export type InterfaceTexts = z.output<typeof interfaceTexts>

const siteSettings = z.object({
  sys: sysSchema,
  companyName: textSchema,
  shortName: textSchema,
  tagline: textSchema,
  logo: imageSchema,
  exploreHeading: textSchema,
  socialHeading: textSchema,
  facebookUrl: z.optional(externalUrlSchema),
  linkedinUrl: z.optional(externalUrlSchema),
  copyright: textSchema,
  interfaceTexts,
})

/** Query options for the content of all pages: company, navigation and footer (requirements §2). */
export const siteQueryOptions = () =>
  contentQueryOptions({
    page: 'site',
    document: SiteDocument,
    loadFallback: async () => (await import('./bundled/site.json')).default,
    map: toSite,
  })

/** The content of all pages. */
export type SiteSettings = ReturnType<typeof toSite>

function toSite(response: SiteQuery, fallback?: SiteQuery) {
  return {
    ...parsePage(siteSettings, response.siteSettingsCollection, 'Site settings', fallback?.siteSettingsCollection),
    navigation: parseNavigation(response, fallback).filter((item) => item.isEnabled),
  }
}

/** Parses the navigation items. If none is valid, returns those of the fallback. Throws if there is no fallback. */
function parseNavigation({ siteSettingsCollection }: SiteQuery, fallback?: SiteQuery): NavigationItem[] {
  const links = siteSettingsCollection?.items[0]?.navigationCollection?.items ?? []
  const items = parseItems(navigationItem, links, 'Navigation item')
  if (items.length > 0) return items
  const problem = 'Site settings: no valid navigation item'
  if (!fallback) throw new Error(problem)
  warnOnce(`${problem}: shown from the fallback`)
  return parseNavigation(fallback)
}
