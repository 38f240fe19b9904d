import { STRICT_TRANSPORT_SECURITY } from '#server/site/security-headers.ts'
import type { env } from '#src/env.ts'

/** The part of the site's configuration that determines which hosts its pages need. */
export type SecurityPolicyConfig = Pick<
  typeof env,
  'assetPrefix' | 'backendUrl' | 'captchaSiteKey' | 'googleMapsKey' | 'siteUrl'
> & {
  /** Contentful's GraphQL API, whose space has the pictures and films. Pages do not request it. */
  readonly graphqlUrl: string | undefined
}

/** Source expressions for the inline code of a page. */
export interface InlineSources {
  /** Hashes of inline scripts. */
  readonly scripts: readonly string[]
  /** Hashes of inline styles, and the nonce for styles that Google Maps adds. */
  readonly styles: readonly string[]
}

type Directives = Readonly<Record<string, readonly string[]>>

/**
 * Returns the Content-Security-Policy of a page, without `frame-ancestors`. Client-side navigation keeps the policy of the
 * first page, so every page allows what any page needs; only the hashes of the inline code differ.
 */
export function createPagePolicy(config: SecurityPolicyConfig, inline: InlineSources): string {
  const parts = [ownSources(inline), cmsSources(config), mediaSources(config), backendSources(config), VIDEO_PLAYER]
  if (config.captchaSiteKey) parts.push(CAPTCHA)
  if (config.googleMapsKey) parts.push(GOOGLE_MAPS)
  return formatPolicy(mergeDirectives(parts))
}

/** Returns the text of a Content-Security-Policy. */
export const formatPolicy = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

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

/** Returns the headers of every response of a site, except its Content-Security-Policy. */
export const createSiteHeaders = ({ siteUrl, assetPrefix }: SecurityPolicyConfig): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  // A separate media host may fetch files here and serve them to pages of this site.
  'cross-origin-resource-policy': isAbsoluteUrl(assetPrefix) ? 'cross-origin' : 'same-origin',
  ...(siteUrl.startsWith('https:') && STRICT_TRANSPORT_SECURITY),
})

/**
 * The policy of 404.html and redirect pages as a meta element. Static hosts send these pages for addresses without a rule
 * in `_headers`. `frame-ancestors` has no effect in a meta element; the header `x-frame-options` is sent instead.
 */
export const REDIRECT_PAGE_POLICY_META = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">`

type Headers = Readonly<Record<string, string>>

/** Returns the additional headers of a page with this policy. */
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
  ...[
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((feature) => `${feature}=()`),
].join(', ')
