import bundled from './bundled/site.json' with { type: 'json' }
import type { EntryFields } from './field-schemas.ts'
import { type interfaceTextsEntry, type navigationItemEntry, siteSettingsEntry } from './generated/entry-schemas.ts'
import { SiteDocument, type SiteQuery } from './generated/graphql.ts'
import { parsePage } from './parse-content.ts'
import { toPicture } from './pictures.ts'

const toNavigationItem = ({ sys, ...item }: EntryFields<typeof navigationItemEntry>) => ({ id: sys.id, ...item })

/** An item of the navigation bar (requirements §3). The router decides which one is current. */
export type NavigationItem = ReturnType<typeof toNavigationItem>

/** Labels of buttons and menus, and announcements for screen readers. */
export type InterfaceTexts = EntryFields<typeof interfaceTextsEntry>

/** Content of every page: company, navigation, footer (requirements §2). */
export const siteContent = {
  document: SiteDocument,
  fallback: bundled,
  map: toSite,
}

export type SiteSettings = ReturnType<typeof toSite>

function toSite({ siteSettingsCollection }: SiteQuery, fallback?: SiteQuery) {
  const settings = parsePage(siteSettingsEntry, siteSettingsCollection, fallback?.siteSettingsCollection)
  const { logo, navigationCollection: navigation, facebookUrl, linkedinUrl, ...texts } = settings
  return {
    ...texts,
    logo: toPicture(logo, texts.companyName),
    navigation: navigation.map(toNavigationItem).filter((item) => item.isEnabled),
    socialLinks: toSocialLinks({ Facebook: facebookUrl, LinkedIn: linkedinUrl }),
  }
}

/** Creates links from URLs by the name of their network, which is not a text of the CMS. Leaves out missing ones. */
const toSocialLinks = (urls: Readonly<Record<string, string | undefined>>) =>
  Object.entries(urls).flatMap(([name, url]) => (url ? [{ name, url }] : []))
