import * as z from 'zod/mini'
import bundled from './bundled/site.json' with { type: 'json' }
import type { ContentDefinition } from './content-definition.ts'
import {
  defineEntry,
  defineEntryWithLists,
  externalUrlSchema,
  mapEntry,
  sitePathSchema,
  sysSchema,
  textSchema,
} from './entry-schemas.ts'
import {
  type InterfaceTextsFragment,
  type NavigationItemFragment,
  SiteDocument,
  type SiteQuery,
  type SiteSettingsFragment,
} from './generated/graphql.ts'
import { parseItems, parsePage, warnOnce } from './parse-content.ts'
import { imageSchema, toPicture } from './pictures.ts'

const navigationItem = mapEntry(
  defineEntry<NavigationItemFragment>()('Navigation item', {
    sys: sysSchema,
    name: textSchema,
    route: sitePathSchema,
    isEnabled: z.boolean(),
  }),
  ({ sys, ...item }) => ({ id: sys.id, ...item }),
)

/** An item of the navigation bar (requirements §3). The router decides which one is current. */
export type NavigationItem = z.output<typeof navigationItem.schema>

const interfaceTexts = defineEntry<InterfaceTextsFragment>()('Interface texts', {
  sys: sysSchema,
  loading: textSchema,
  skipToContent: textSchema,
  mainNavigation: textSchema,
  openMenu: textSchema,
  closeMenu: textSchema,
  pauseVideo: textSchema,
  playVideo: textSchema,
  videoUnsupported: textSchema,
  videoFailed: textSchema,
  watchOnVimeo: textSchema,
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
  offline: textSchema,
})

/** Labels of buttons and menus, and announcements for screen readers. */
export type InterfaceTexts = z.output<typeof interfaceTexts.schema>

const siteSettings = defineEntryWithLists<SiteSettingsFragment>()(
  'Site settings',
  {
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
    interfaceTexts: interfaceTexts.schema,
  },
  { navigationCollection: navigationItem },
)

/** Content of every page: company, navigation, footer (requirements §2). */
export const siteContent: ContentDefinition<SiteQuery, SiteSettings> = {
  document: SiteDocument,
  fallback: bundled,
  map: toSite,
}

export type SiteSettings = ReturnType<typeof toSite>

function toSite(response: SiteQuery, fallback?: SiteQuery) {
  const { logo, ...settings } = parsePage(
    siteSettings,
    response.siteSettingsCollection,
    fallback?.siteSettingsCollection,
  )
  return {
    ...settings,
    logo: toPicture(logo, settings.companyName),
    navigation: parseNavigation(response, fallback).filter((item) => item.isEnabled),
  }
}

/** Uses the fallback if no item is valid, because pages would not be reachable. */
function parseNavigation({ siteSettingsCollection }: SiteQuery, fallback?: SiteQuery): NavigationItem[] {
  const listedItems = siteSettingsCollection?.items[0]?.navigationCollection?.items ?? []
  const items = parseItems(siteSettings.lists.navigationCollection, listedItems)
  if (items.length > 0) return items
  const problem = 'Site settings: no valid navigation item'
  if (!fallback) throw new Error(problem)
  warnOnce(`${problem}: shown from the fallback`)
  return parseNavigation(fallback)
}
