import siteFile from '#cms/seed/entries/site.json' with { type: 'json' }
import type { SitePath } from '#shared/site-paths.gen.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import type { ContentName } from '#src/content/cms-content.ts'

/** What differs by page in the tests that run for every page. */
interface SitePageFacts {
  readonly content: ContentName
  readonly title: string
  readonly heading: string
  /** A text of its main element. */
  readonly text: string
  /** The frame of its hero (src/components/hero.tsx); `still` has no video. */
  readonly frame: 'screen' | 'page' | 'still'
  /** A page with a link to it, and the name of the link. */
  readonly linked: { readonly from: SitePath; readonly name: string }
  /** Further texts of the printed page. */
  readonly printed: readonly string[]
  /** The types of its structured data, in addition to the company's. */
  readonly dataTypes?: readonly string[]
}

const pageFacts = {
  '/': {
    content: 'home',
    title: 'Blackland Energy Services | Pipeline construction, North Texas',
    heading: 'Pipelines built to outlast us',
    text: 'Combined management experience',
    frame: 'screen',
    linked: { from: '/services', name: 'Home' },
    printed: ['Energy services and pipeline construction'],
  },
  '/gallery': {
    content: 'gallery',
    title: 'Past work and projects | Blackland Energy Services',
    heading: 'Past Work and Projects',
    text: '120 photographs',
    frame: 'page',
    linked: { from: '/', name: 'Gallery' },
    printed: ['On the right-of-way'],
  },
  '/services': {
    content: 'services',
    title: 'What we do | Blackland Energy Services',
    heading: 'What We Do',
    text: 'From the first stake to the last pressure test',
    frame: 'page',
    linked: { from: '/', name: 'Services' },
    printed: [
      'Transmission lines of 250+ miles',
      'Spools, racks, platforms and structural fabrication',
      'Cryogenic gas plants',
      'Affiliations',
      'Trade unions',
    ],
  },
  '/contact': {
    content: 'contact',
    title: 'Contact us | Blackland Energy Services',
    heading: 'Drop Us A Line',
    text: '1200 Courthouse Square, Suite 300',
    frame: 'page',
    linked: { from: '/', name: 'Contact' },
    printed: ['9AM - 5PM', 'office@blackland.example'],
    dataTypes: ['ContactPage'],
  },
  '/mainlinepipeline': {
    content: 'mainline',
    title: 'Mainline pipeline | Blackland Energy Services',
    heading: 'Mainline pipeline',
    text: 'Every mile we lay crosses somebody’s land.',
    frame: 'still',
    linked: { from: '/services', name: 'See the sixteen stages' },
    printed: [
      'Infrastructure Networks',
      'Sixteen trades, one line',
      'Lowering In',
      'One crew culture from the first tree to the last blade of grass.',
      'America is Home',
    ],
  },
} satisfies Record<SitePath, SitePageFacts>

export interface SitePage extends SitePageFacts {
  readonly path: SitePath
}

/** Every page of the site. */
export const sitePages: readonly SitePage[] = SITE_PATHS.map((path) => ({ path, ...pageFacts[path] }))

const { siteSettings, navigationItem } = siteFile
const itemsById = new Map(Object.entries(navigationItem))

/** The pages of the seed's navigation, in order, with the names of their items. */
export const navigationPages = siteSettings['site-settings'].navigation.flatMap((id) => {
  const item = itemsById.get(id)
  const page = sitePages.find(({ path }) => path === item?.route)
  return item?.isEnabled && page ? [{ ...page, name: item.name }] : []
})

/** The names of the navigation items, in order. */
export const navigationNames = navigationPages.map(({ name }) => name)

/** px: the least height of the menu (requirements §9), or that of rows of 44 px, lines of 1 px and a padding of 6 px. */
export const menuHeight = Math.max(222, navigationNames.length * (44 + 1) + 2 * 6)
