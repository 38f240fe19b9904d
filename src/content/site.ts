import * as z from 'zod/mini'
import { contentQueryOptions } from './content-query.ts'
import { externalUrlSchema, imageSchema, sitePathSchema, sysSchema, textSchema } from './field-schemas.ts'
import { SiteDocument, type SiteQuery } from './generated/graphql.ts'
import { parseItems, parsePage, warnOnce } from './parse-content.ts'

const navigationItem = z.pipe(
  z.object({ sys: sysSchema, name: textSchema, route: sitePathSchema, isEnabled: z.boolean() }),
  z.transform(({ sys, ...item }) => ({ id: sys.id, ...item })),
)

/** An item of the navigation bar (requirements §3); whether it is selected is the router's to say. */
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
  /** `{count}` stands for the number. */
  photoCount: textSchema,
  previousPhoto: textSchema,
  nextPhoto: textSchema,
  /** `{index}` stands for the photograph's number, `{count}` for how many there are. */
  photoPosition: textSchema,
  allPhotos: textSchema,
  zoomIn: textSchema,
  zoomOut: textSchema,
  photoFailed: textSchema,
  pageUpdated: textSchema,
  reload: textSchema,
})

/** The small words of buttons, menus and announcements. */
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

/** What every page wears: company, navigation, footer (requirements §2). */
export const siteQueryOptions = () =>
  contentQueryOptions({
    page: 'site',
    document: SiteDocument,
    loadFallback: async () => (await import('./bundled/site.json')).default,
    map: toSite,
  })

export type SiteSettings = ReturnType<typeof toSite>

function toSite(answer: SiteQuery, standIn?: SiteQuery) {
  return {
    ...parsePage(siteSettings, answer.siteSettingsCollection, 'Site settings', standIn?.siteSettingsCollection),
    navigation: navigationOf(answer, standIn).filter((item) => item.isEnabled),
  }
}

/** A site without a way from page to page is none: then the bundled one stands in. */
function navigationOf({ siteSettingsCollection }: SiteQuery, standIn?: SiteQuery): NavigationItem[] {
  const listed = siteSettingsCollection?.items[0]?.navigationCollection?.items ?? []
  const items = parseItems(navigationItem, listed, 'Navigation item')
  if (items.length > 0) return items
  const problem = 'Site settings: no valid navigation item'
  if (!standIn) throw new Error(problem)
  warnOnce(`${problem}: shown from the fallback`)
  return navigationOf(standIn)
}
