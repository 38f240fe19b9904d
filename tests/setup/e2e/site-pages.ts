import type { Page } from '@playwright/test'
import type { Model } from '#cms/model/model.gen.ts'
import type { SitePath } from '#shared/site-paths.gen.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import type { ContentName } from '#src/content/cms-content.ts'
import { getLabel, getSeedText, listSeedEntries } from '#tests/setup/seed-content.ts'

/** What differs by page in the tests that run for every page. */
interface SitePageFacts {
  readonly content: ContentName
  readonly type: keyof Model
  /** A text of its main element. */
  readonly text: string
  /** The frame of its hero (src/components/hero.tsx); `still` has no video. */
  readonly frame: 'screen' | 'page' | 'still'
  /** Further texts of the printed page. */
  readonly printed: readonly string[]
}

/** Returns one text of each entry of a list of the seed. */
const listTexts = (entries: ReturnType<typeof listSeedEntries>, field: string) =>
  entries.map(({ fields }) => String(fields[field]))

const panels = listSeedEntries('servicesPage', 'panels')
const affiliations = listSeedEntries('servicesPage', 'affiliations')

/** The text over the grid of the gallery, with the number of photographs. */
export const photoCount = getSeedText('interfaceTexts', 'photoCount').replace(
  '{count}',
  String(listSeedEntries('galleryPage', 'images').length),
)

const pageFacts = {
  '/': {
    content: 'home',
    type: 'homePage',
    text: getSeedText('videoHero', 'header', getSeedText('homePage', 'hero')),
    frame: 'screen',
    printed: listTexts(listSeedEntries('homePage', 'facts'), 'text'),
  },
  '/gallery': {
    content: 'gallery',
    type: 'galleryPage',
    text: photoCount,
    frame: 'page',
    printed: [getSeedText('galleryPage', 'gridTitle')],
  },
  '/services': {
    content: 'services',
    type: 'servicesPage',
    text: getSeedText('servicesPage', 'introTitle'),
    frame: 'page',
    printed: [
      ...listTexts(panels, 'text'),
      getSeedText('servicesPage', 'affiliationsTitle'),
      ...listTexts(affiliations, 'kind'),
    ],
  },
  '/contact': {
    content: 'contact',
    type: 'contactPage',
    text: getSeedText('contactPage', 'officeStreet'),
    frame: 'page',
    printed: [getSeedText('contactPage', 'hours'), getSeedText('contactPage', 'email')],
  },
  '/mainlinepipeline': {
    content: 'mainline',
    type: 'mainlinePage',
    text: getSeedText('mainlinePage', 'footerLine'),
    frame: 'still',
    printed: [
      getSeedText('mainlinePage', 'tagline'),
      getSeedText('mainlinePage', 'scopeTitle'),
      ...listTexts(listSeedEntries('mainlinePage', 'stages'), 'label'),
      getSeedText('mainlinePage', 'homeTitle'),
    ],
  },
} satisfies Record<SitePath, SitePageFacts>

/** Returns the first heading of a page; the line breaks of a hero's title are spaces. */
export function getPageHeading(path: SitePath): string {
  if (path === '/mainlinepipeline') return getSeedText('mainlinePage', 'title')
  return getSeedText('videoHero', 'title', getSeedText(pageFacts[path].type, 'hero')).replaceAll(/\s+/g, ' ')
}

export interface SitePage extends SitePageFacts {
  readonly path: SitePath
  readonly title: string
  readonly heading: string
}

/** Every page of the site. */
export const sitePages: readonly SitePage[] = SITE_PATHS.map((path) => ({
  ...pageFacts[path],
  path,
  title: getSeedText('seo', 'title', getSeedText(pageFacts[path].type, 'seo')),
  heading: getPageHeading(path),
}))

/** The pages of the seed's navigation, in order, with the names of their items. */
export const navigationPages = listSeedEntries('siteSettings', 'navigation').flatMap(({ fields }) => {
  const page = sitePages.find(({ path }) => path === fields.route)
  return fields.isEnabled && page ? [{ ...page, name: String(fields.name) }] : []
})

/** The names of the navigation items, in order. */
export const navigationNames = navigationPages.map(({ name }) => name)

/** Returns the name of the navigation item of a page. */
export const getItemName = (path: SitePath): string => navigationPages.find((page) => page.path === path)?.name ?? ''

export const getMainNavigation = (page: Page) => page.getByRole('navigation', { name: getLabel('mainNavigation') })

/** px: the least height of the menu (requirements §9), or that of rows of 44 px, lines of 1 px and a padding of 6 px. */
export const menuHeight = Math.max(222, navigationNames.length * (44 + 1) + 2 * 6)

/** The panel of Services that leads to the mainline page, and its position. */
export const mainlinePanel = {
  index: panels.findIndex(({ fields }) => fields.linkRoute === '/mainlinepipeline'),
  linkLabel: String(panels.find(({ fields }) => fields.linkRoute === '/mainlinepipeline')?.fields.linkLabel),
}
