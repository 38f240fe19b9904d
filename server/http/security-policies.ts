import { createHash } from 'node:crypto'
import { CONTENTFUL_APP_ORIGINS } from '#cms/check/web-app-links.ts'

// All policies and security headers that the server, a build and static hosts send, and who gets them.

type Headers = Readonly<Record<string, string>>
type Directives = Readonly<Record<string, readonly string[]>>

/** The part of the site's configuration that determines which hosts its pages need. */
export interface SecurityPolicyConfig {
  readonly siteUrl: string
  readonly assetPrefix: string
  readonly backendUrl: string
  readonly captchaSiteKey: string | undefined
  readonly googleMapsKey: string | undefined
  /** Contentful's GraphQL API, whose space has the pictures and films. Pages do not request it. */
  readonly graphqlUrl: string | undefined
}

/** Nothing is loaded or run. */
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'"

/** Policy of responses of the site's server that are no files: redirects, errors, data. */
export const RESPONSE_POLICY = `${NOTHING}; frame-ancestors 'self'`

/** Policy of an image or video that is opened directly: the browser shows it in a page with inline styles. */
export const FILE_POLICY = `${RESPONSE_POLICY}; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'`

/** Policy of an SVG file that is opened directly: it is a document of this origin, and must not run scripts or load anything. */
export const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Policy of 404.html and redirect pages of a static host, in a meta element, where `frame-ancestors` has no effect. */
export const STATIC_HOST_PAGE_POLICY = NOTHING

/** Policy of redirects of the preview; `formatFrameAncestors` completes it. */
export const PREVIEW_POLICY = NOTHING

/** Policy of the pages at the end of a preview, with the text of their style element; `formatFrameAncestors` completes it. */
export const createPreviewPagePolicy = (style: string): string =>
  `default-src 'none'; style-src ${createCspHashSource(style)}; base-uri 'none'; form-action 'none'`

/** Policy of the content report, which has thumbnails and one style element; `formatFrameAncestors` completes it. */
export const createReportPolicy = (style: string): string =>
  `default-src 'none'; img-src data: https: http://127.0.0.1:*; style-src ${createCspHashSource(style)}; base-uri 'none'; form-action 'none'`

/** Lets CMS editors show a response in a frame. `x-frame-options` cannot list origins. */
export const formatFrameAncestors = (editorOrigins: readonly string[]): string =>
  ["frame-ancestors 'self'", ...editorOrigins].join(' ')

/** Headers of every response of the contact API: browsers must not cache, run, frame or embed it. */
export const API_RESPONSE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const

/** For browsers without `frame-ancestors`: pages, and responses of the contact API. */
export const FRAME_HEADER = { 'x-frame-options': 'SAMEORIGIN' } as const

/** Browsers use https for two years, in s. Subdomains are not ours to decide about. */
export const STRICT_TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=63072000' } as const

/** Headers of every response of a site, except its Content-Security-Policy. */
export const createSiteHeaders = ({
  siteUrl,
  assetPrefix,
}: Pick<SecurityPolicyConfig, 'siteUrl' | 'assetPrefix'>): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  ...FRAME_HEADER,
  // A separate media host may fetch files here and serve them to pages of this site.
  'cross-origin-resource-policy': isAbsoluteUrl(assetPrefix) ? 'cross-origin' : 'same-origin',
  ...(siteUrl.startsWith('https:') && STRICT_TRANSPORT_SECURITY),
})

/** Additional headers of a page with this policy. */
export const createPageHeaders = (policy: string): Headers => ({
  'content-security-policy': policy,
  // Report-only, in the browser's console: Google's scripts do not support Trusted Types yet.
  'content-security-policy-report-only': "require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
})

/** The video player may use autoplay, fullscreen and picture-in-picture; all other features are denied. */
const PERMISSIONS = [
  ...['autoplay', 'fullscreen', 'picture-in-picture'].map((feature) => `${feature}=(self "https://player.vimeo.com")`),
  ...'accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb xr-spatial-tracking'
    .split(' ')
    .map((feature) => `${feature}=()`),
].join(', ')

/** Source expressions for the inline code of a page. */
interface InlineSources {
  /** Hashes of inline scripts. */
  readonly scripts: readonly string[]
  /** Hashes of inline styles, and the nonce for styles that Google Maps adds. */
  readonly styles: readonly string[]
}

/** Policy of a page for visitors. */
export const createPagePolicy = (config: SecurityPolicyConfig, inline: InlineSources): string =>
  `${createDraftPolicy(config, inline)}; frame-ancestors 'self'`

/**
 * Policy of a page with drafts; `formatFrameAncestors` completes it. Client-side navigation keeps the policy of the first
 * page, so every page allows what any page needs; only the hashes of the inline code differ.
 */
export function createDraftPolicy(config: SecurityPolicyConfig, inline: InlineSources): string {
  const parts = [ownSources(inline), cmsSources(config), mediaSources(config), backendSources(config), VIDEO_PLAYER]
  if (config.captchaSiteKey) parts.push(CAPTCHA)
  if (config.googleMapsKey) parts.push(GOOGLE_MAPS)
  return formatPolicy(mergeDirectives(parts))
}

const ownSources = ({ scripts, styles }: InlineSources): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'", ...scripts],
  'style-src': ["'self'", ...styles],
  'style-src-attr': ["'none'"],
  'img-src': ["'self'"],
  'media-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'frame-src': [],
  'form-action': ["'self'", 'mailto:'], // the contact form without JavaScript
  'base-uri': ["'none'"],
})

/** The image and video hosts of the CMS. */
function cmsSources({ graphqlUrl }: SecurityPolicyConfig): Directives {
  if (!graphqlUrl) return {}
  const { origin, hostname, pathname } = new URL(graphqlUrl)
  const [, region] = /^graphql\.((?:\w+\.)?)contentful\.com$/.exec(hostname) ?? []
  if (region === undefined) return { 'img-src': [origin], 'media-src': [origin] }
  const [, space] = /\/spaces\/([^/]+)/.exec(pathname) ?? []
  const delivered = (kind: string) => `https://${kind}.${region}ctfassets.net/${space ? `${space}/` : ''}`
  return {
    'img-src': [delivered('images')],
    'media-src': ['videos', 'assets', 'downloads'].map(delivered),
  }
}

/** Static media on another host. */
function mediaSources({ assetPrefix }: SecurityPolicyConfig): Directives {
  if (!isAbsoluteUrl(assetPrefix)) return {}
  const source = `${toSourceExpression(assetPrefix)}/`
  return { 'img-src': [source], 'media-src': [source] }
}

/** The contact backend on another host. Without reCAPTCHA, pages load the captcha script of the backend. */
function backendSources({ backendUrl, captchaSiteKey }: SecurityPolicyConfig): Directives {
  if (!isAbsoluteUrl(backendUrl)) return {}
  const source = toSourceExpression(backendUrl)
  return { 'connect-src': [`${source}/`], ...(!captchaSiteKey && { 'script-src': [`${source}/captcha.js`] }) }
}

const VIDEO_PLAYER: Directives = {
  'frame-src': ['https://player.vimeo.com/video/'],
  'form-action': ['https://vimeo.com'], // the Watch Now button without JavaScript
}

/** The sources of the reCAPTCHA FAQ. Inline styles are left out: they are for the badge, which is hidden. */
const CAPTCHA: Directives = {
  'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  'connect-src': ['https://www.google.com/recaptcha/'],
  'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
}

const GOOGLE = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com']

/**
 * Google's list for the Maps JavaScript API, restricted to the two hosts of its scripts and without `unsafe-eval`. Its
 * styles reuse the nonce of the page's style element.
 */
const GOOGLE_MAPS: Directives = {
  'script-src': ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  'style-src': ['https://fonts.googleapis.com'],
  'font-src': ['https://fonts.gstatic.com'],
  'img-src': [...GOOGLE, 'https://*.googleusercontent.com', 'data:'],
  'connect-src': [...GOOGLE, 'data:', 'blob:'],
  'frame-src': ['https://*.google.com'],
  'worker-src': ['blob:'],
}

function mergeDirectives(parts: readonly Directives[]): Directives {
  const names = new Set(parts.flatMap(Object.keys))
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set(parts.flatMap((directives) => directives[name] ?? []))]]),
  )
}

/** Returns a URL as a source expression. Encodes `;` and `,`, which separate directives and policies. */
function toSourceExpression(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname === '/' ? '' : pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`
}

const isAbsoluteUrl = (url: string) => /^https?:/.test(url)

/** Hosts of derived pictures, by region. The last one is for spaces with embargoed assets. */
const CONTENTFUL_IMAGE_ORIGINS = ['images', 'images.eu', 'images.secure'].map((host) => `https://${host}.ctfassets.net`)

/** Origins of servers on this machine: the local Contentful may have another port than when the site was built. */
const LOCAL_ORIGINS = ['http://127.0.0.1:*', 'http://localhost:*']

/**
 * Headers of the photo desk's files. All files have them, because a worker has the policy of its own file. The desk talks
 * to Contentful through messages to the frame around it, so it needs no API host.
 */
export function createPhotoDeskHeaders({ graphqlUrl }: Pick<SecurityPolicyConfig, 'graphqlUrl'>): Headers {
  const isLocal = graphqlUrl !== undefined && ['127.0.0.1', 'localhost'].includes(new URL(graphqlUrl).hostname)
  const local = isLocal ? LOCAL_ORIGINS : []
  const pictures = ["'self'", 'blob:', 'data:', ...CONTENTFUL_IMAGE_ORIGINS, ...local]
  const policy = formatPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"], // the decoder of HEIC files is WebAssembly
    'worker-src': ["'self'"],
    // Forma 36 adds style elements without text and fills them by script (CSSOM), which needs no `unsafe-inline`.
    'style-src': ["'self'", createCspHashSource('')],
    'img-src': pictures,
    'connect-src': pictures, // to compare pictures of the space with new ones
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [...CONTENTFUL_APP_ORIGINS, ...local],
  })
  return { 'content-security-policy': policy, 'x-robots-tag': 'noindex' }
}

const formatPolicy = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

/** The source expression that allows one inline script or style element (Content Security Policy Level 3, 2.3.1). */
export const createCspHashSource = (inline: string): string =>
  `'sha256-${createHash('sha256').update(inline).digest('base64')}'`
