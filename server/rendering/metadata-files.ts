import { LOCALE } from '#shared/constants.ts'
import type { SiteSettings } from '#src/content/site.ts'
import { color } from '#src/theme/tokens.ts'
import { SECURITY_TXT_PATH } from './build-files.ts'
import { escapeHtml } from './escape-html.ts'

/** File name of the web app manifest. */
export const WEB_MANIFEST_FILE = 'manifest.webmanifest'
/** File name of the sitemap. */
export const SITEMAP_FILE = 'sitemap.xml'

export interface SiteMetadata {
  readonly siteUrl: string
  /** Where to report a vulnerability: `mailto:…` or `https://…`. */
  readonly securityContact: string
  readonly site: Pick<SiteSettings, 'companyName' | 'shortName' | 'tagline'>
  readonly paths: readonly string[]
}

/** Returns the files beside the pages by name: web manifest, robots.txt, sitemap and security.txt. */
export const createMetadataFiles = (
  { siteUrl, securityContact, site, paths }: SiteMetadata,
  now = new Date(),
): Readonly<Record<string, string>> => ({
  [WEB_MANIFEST_FILE]: `${JSON.stringify(createWebManifest(site), null, 2)}\n`,
  'robots.txt': `User-agent: *\nAllow: /\n\nSitemap: ${new URL(SITEMAP_FILE, siteUrl).href}\n`,
  [SITEMAP_FILE]: createSitemap(paths.map((path) => new URL(path, siteUrl).href)),
  [SECURITY_TXT_PATH]: createSecurityTxt(siteUrl, securityContact, now),
})

/** RFC 9116. Expires on the first of a month, 10 to 11 months later, so that all builds of a month are identical. */
function createSecurityTxt(siteUrl: string, contact: string, now: Date): string {
  const expires = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 11))
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000', '')}`,
    `Preferred-Languages: ${LOCALE.split('-')[0]}`,
    `Canonical: ${new URL(SECURITY_TXT_PATH, siteUrl).href}\n`,
  ].join('\n')
}

/** Names and icons for a home screen. `display: browser` keeps the browser's controls. */
const createWebManifest = ({ companyName, shortName, tagline }: SiteMetadata['site']) => ({
  name: companyName,
  short_name: shortName,
  description: tagline,
  lang: LOCALE,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'browser',
  background_color: color.bone,
  theme_color: color.ink,
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

const createSitemap = (addresses: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `  <url><loc>${escapeHtml(address)}</loc></url>`),
    '</urlset>\n',
  ].join('\n')
