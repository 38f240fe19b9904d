import * as z from 'zod/mini'
import { contentQueryOptions } from './content-query.ts'
import { externalUrlSchema, imageSchema, sitePathSchema, sysSchema, textSchema } from './field-schemas.ts'
import { SiteDocument, type SiteQuery } from './generated/graphql.ts'
import { parseItems, parsePage, warnOnce } from './parse-content.ts'

const navigationItemSchema = z.pipe(
  z.object({ sys: sysSchema, name: textSchema, route: sitePathSchema, isEnabled: z.boolean() }),
  z.transform(({ sys, ...item }) => ({ id: sys.id, ...item })),
)

/** An item of the navigation bar (requirements §3). The router decides which one is current. */
export type NavigationItem = z.output<typeof navigationItemSchema>

const interfaceTextsSchema = z.object({
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

/** Labels of buttons and menus, and announcements for screen readers. */
export type InterfaceTexts = z.output<typeof interfaceTextsSchema>

const siteSettingsSchema = z.object({
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
  interfaceTexts: interfaceTextsSchema,
})

/** Query options of the content of every page: company, navigation, footer (requirements §2). */
export const siteQueryOptions = () =>
  contentQueryOptions({
    page: 'site',
    document: SiteDocument,
    loadFallback: async () => (await import('./bundled/site.json')).default,
    map: toSite,
  })

export type SiteSettings = ReturnType<typeof toSite>

function toSite(response: SiteQuery, fallback?: SiteQuery) {
  return {
    ...parsePage(
      siteSettingsSchema,
      response.siteSettingsCollection,
      'Site settings',
      fallback?.siteSettingsCollection,
    ),
    navigation: parseNavigation(response, fallback).filter((item) => item.isEnabled),
  }
}

/** Uses the fallback if no item is valid, because pages would not be reachable. */
function parseNavigation({ siteSettingsCollection }: SiteQuery, fallback?: SiteQuery): NavigationItem[] {
  const listedItems = siteSettingsCollection?.items[0]?.navigationCollection?.items ?? []
  const items = parseItems(navigationItemSchema, listedItems, 'Navigation item')
  if (items.length > 0) return items
  const problem = 'Site settings: no valid navigation item'
  if (!fallback) throw new Error(problem)
  warnOnce(`${problem}: shown from the fallback`)
  return parseNavigation(fallback)
}
