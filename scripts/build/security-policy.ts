import { STRICT_TRANSPORT_SECURITY } from '#server/web/security-headers.ts'
import type { env } from '#src/env.ts'

/** The configuration of a site that decides which hosts its pages need. */
export type SecurityPolicyConfig = Pick<
  typeof env,
  'assetPrefix' | 'backendUrl' | 'captchaSiteKey' | 'contentful' | 'googleMapsKey' | 'siteUrl'
>

/** What stands inline in a page, as source expressions. */
export interface InlineSources {
  /** The hashes of its scripts. */
  readonly scripts: readonly string[]
  /** The hashes of its styles, and the nonce of those that Google Maps adds. */
  readonly styles: readonly string[]
}

type Directives = Readonly<Record<string, readonly string[]>>

/**
 * The Content-Security-Policy of a page, without `frame-ancestors`. Visitors move from page to page without loading the
 * next one's HTML, so that every page allows what any page needs; only the hashes of its inline code differ.
 */
export function createPagePolicy(config: SecurityPolicyConfig, inline: InlineSources): string {
  const parts = [ownSources(inline), cmsSources(config), mediaSources(config), backendSources(config), FILM]
  if (config.captchaSiteKey) parts.push(CAPTCHA)
  if (config.googleMapsKey) parts.push(GOOGLE_MAPS)
  return Object.entries(merge(parts))
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')
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
  'form-action': ["'self'", 'mailto:'], // the contact form without the script
  'base-uri': ["'none'"],
})

/** The GraphQL API, and the hosts of its pictures and videos. */
function cmsSources({ contentful }: SecurityPolicyConfig): Directives {
  if (!contentful) return {}
  const { origin, hostname, pathname } = new URL(contentful.graphql)
  const connect = { 'connect-src': [sourceOf(contentful.graphql)] }
  const [, region] = /^graphql\.((?:\w+\.)?)contentful\.com$/.exec(hostname) ?? []
  if (region === undefined) return { ...connect, 'img-src': [origin], 'media-src': [origin] }
  const [, space] = /\/spaces\/([^/]+)/.exec(pathname) ?? []
  const delivered = (kind: string) => `https://${kind}.${region}ctfassets.net/${space ? `${space}/` : ''}`
  return {
    ...connect,
    'img-src': [delivered('images')],
    'media-src': ['videos', 'assets', 'downloads'].map(delivered),
  }
}

/** Static media on another host. */
function mediaSources({ assetPrefix }: SecurityPolicyConfig): Directives {
  if (!isAddress(assetPrefix)) return {}
  const source = `${sourceOf(assetPrefix)}/`
  return { 'img-src': [source], 'media-src': [source] }
}

/** The contact backend on another host. Without a provider's captcha the backend's own script is loaded. */
function backendSources({ backendUrl, captchaSiteKey }: SecurityPolicyConfig): Directives {
  if (!isAddress(backendUrl)) return {}
  const source = sourceOf(backendUrl)
  return { 'connect-src': [`${source}/`], ...(!captchaSiteKey && { 'script-src': [`${source}/captcha.js`] }) }
}

const FILM: Directives = {
  'frame-src': ['https://player.vimeo.com/video/'],
  'form-action': ['https://vimeo.com'], // Watch Now without the script
}

/** reCAPTCHA, as its FAQ names them. Its inline styles belong to the badge, which is not shown. */
const CAPTCHA: Directives = {
  'script-src': ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  'connect-src': ['https://www.google.com/recaptcha/'],
  'frame-src': ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
}

const GOOGLE = ['https://*.googleapis.com', 'https://*.gstatic.com', 'https://*.google.com']

/**
 * Google's list for the Maps JavaScript API, but of the scripts only their two hosts, and no `unsafe-eval`. The styles
 * that it adds take over the nonce of the page's own.
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

function merge(parts: readonly Directives[]): Directives {
  const names = new Set(parts.flatMap(Object.keys))
  return Object.fromEntries(
    [...names].map((name) => [name, [...new Set(parts.flatMap((directives) => directives[name] ?? []))]]),
  )
}

/** An address as a source expression: `;` and `,` would end the directive or the policy. A path without a slash at its end is exact. */
function sourceOf(address: string): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname === '/' ? '' : pathname.replaceAll(';', '%3B').replaceAll(',', '%2C')}`
}

const isAddress = (place: string) => /^https?:/.test(place)

/** The headers of every response of a site, other than its Content-Security-Policy. */
export const createSiteHeaders = ({ siteUrl, assetPrefix }: SecurityPolicyConfig): Headers => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-frame-options': 'SAMEORIGIN',
  // A host of static media may fetch them here, and pages of this site then show them from there.
  'cross-origin-resource-policy': isAddress(assetPrefix) ? 'cross-origin' : 'same-origin',
  ...(siteUrl.startsWith('https:') && STRICT_TRANSPORT_SECURITY),
})

/**
 * The policy of a page that only leads to another address. Static hosts send these pages for addresses that no rule of
 * `_headers` names, so that the policy is in the page. There `frame-ancestors` has no effect; `x-frame-options` is sent.
 */
export const REDIRECT_PAGE_POLICY_META = `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">`

type Headers = Readonly<Record<string, string>>

/** The headers of a page with this policy, in addition. */
export const createPageHeaders = (policy: string): Headers => ({
  'content-security-policy': policy,
  // Reported only, in the browser's console: scripts of Google have no policies of their own yet.
  'content-security-policy-report-only': "require-trusted-types-for 'script'",
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': PERMISSIONS,
})

/** The film's player may play, fill the screen and shrink into a corner; nothing else is used. */
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
