import * as z from 'zod/mini'
import { checkedItems, checkedPage, logOnce } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { SiteDocument, type SiteQuery } from './generated/graphql.ts'
import { image, sitePath, sys, text, webLink } from './shapes.ts'

const navigationItem = z.pipe(
  z.object({ sys, name: text, route: sitePath, isEnabled: z.boolean() }),
  z.transform(({ sys, ...item }) => ({ id: sys.id, ...item })),
)

/** An item of the navigation bar (spec §3); whether it is selected is the router's to say. */
export type NavigationItem = z.output<typeof navigationItem>

const interfaceTexts = z.object({
  sys,
  loading: text,
  skipToContent: text,
  mainNavigation: text,
  openMenu: text,
  closeMenu: text,
  pauseVideo: text,
  playVideo: text,
  videoUnsupported: text,
  close: text,
  newTab: text,
  /** `{count}` stands for the number. */
  photoCount: text,
  previousPhoto: text,
  nextPhoto: text,
  /** `{index}` stands for the photograph's number, `{count}` for how many there are. */
  photoPosition: text,
  allPhotos: text,
  zoomIn: text,
  zoomOut: text,
  photoFailed: text,
  pageUpdated: text,
  reload: text,
})

/** The small words of buttons, menus and announcements. */
export type InterfaceTexts = z.output<typeof interfaceTexts>

const siteSettings = z.object({
  sys,
  companyName: text,
  shortName: text,
  tagline: text,
  logo: image,
  exploreHeading: text,
  socialHeading: text,
  facebookUrl: z.optional(webLink),
  linkedinUrl: z.optional(webLink),
  copyright: text,
  interfaceTexts,
})

/** What every page wears: company, navigation, footer (spec §2). */
export const siteQuery = () =>
  contentQuery({
    page: 'site',
    document: SiteDocument,
    bundled: async () => (await import('./bundled/site.json')).default,
    map: toSite,
  })

export type Site = ReturnType<typeof toSite>

function toSite(answer: SiteQuery, standIn?: SiteQuery) {
  return {
    ...checkedPage(siteSettings, answer.siteSettingsCollection, 'Site settings', standIn?.siteSettingsCollection),
    navigation: navigationOf(answer, standIn).filter((item) => item.isEnabled),
  }
}

/** A site without a way from page to page is none: then the bundled one stands in. */
function navigationOf({ siteSettingsCollection }: SiteQuery, standIn?: SiteQuery): NavigationItem[] {
  const listed = siteSettingsCollection?.items[0]?.navigationCollection?.items ?? []
  const items = checkedItems(navigationItem, listed, 'Navigation item')
  if (items.length > 0) return items
  const problem = 'Site settings: no navigation item that can be shown'
  if (!standIn) throw new Error(problem)
  logOnce(`${problem}: the bundled ones stand in`)
  return navigationOf(standIn)
}
