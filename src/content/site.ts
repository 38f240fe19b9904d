import * as z from 'zod/mini'
import { checkedItems, checkedPage } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { SiteDocument, type SiteQuery } from './generated/graphql.ts'
import { request } from './request.ts'
import { image, sitePath, sys, text, webLink } from './shapes.ts'

const navigationItem = z.pipe(
  z.object({ sys, name: text, route: sitePath, isEnabled: z.boolean() }),
  z.transform(({ sys, ...item }) => ({ id: sys.id, ...item })),
)

/** An item of the navigation bar (spec §3); whether it is selected is the router's to say. */
export type NavigationItem = z.output<typeof navigationItem>

const interfaceTexts = z.object({
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
  companyName: text,
  shortName: text,
  tagline: text,
  logo: image,
  exploreHeading: text,
  socialHeading: text,
  facebookUrl: webLink,
  linkedinUrl: webLink,
  copyright: text,
  interfaceTexts,
})

/** What every page wears: company, navigation, footer (spec §2). */
export const siteQuery = () =>
  contentQuery({
    page: 'site',
    live: (signal) => request(SiteDocument, {}, signal),
    bundled: async () => (await import('./bundled/site.json')).default,
    map: toSite,
  })

export type Site = ReturnType<typeof toSite>

function toSite({ siteSettingsCollection }: SiteQuery) {
  const navigation = siteSettingsCollection?.items[0]?.navigationCollection?.items ?? []
  return {
    ...checkedPage(siteSettings, siteSettingsCollection, 'Site settings'),
    navigation: checkedItems(navigationItem, navigation, 'Navigation item').filter((item) => item.isEnabled),
  }
}
