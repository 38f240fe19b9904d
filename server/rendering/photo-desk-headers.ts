import { CONTENTFUL_APP_ORIGINS } from '#server/config/editor-config.ts'
import { createCspHashSource } from '#server/site/security-headers.ts'
import { formatPolicy, type SecurityPolicyConfig } from './security-policy.ts'

/** Hosts of derived pictures, by region. The last one is for spaces with embargoed assets. */
const CONTENTFUL_IMAGE_ORIGINS = [
  'https://images.ctfassets.net',
  'https://images.eu.ctfassets.net',
  'https://images.secure.ctfassets.net',
]

/** Origins of servers on this machine: the local Contentful may have another port than when the site was built. */
const LOCAL_ORIGINS = ['http://127.0.0.1:*', 'http://localhost:*']

/**
 * Returns the headers of the photo desk's files. All files have them, because a worker has the policy of its own file. The
 * desk talks to Contentful through messages to the frame around it, so it needs no API host.
 */
export function createPhotoDeskHeaders({
  graphqlUrl,
}: Pick<SecurityPolicyConfig, 'graphqlUrl'>): Readonly<Record<string, string>> {
  const isLocal = graphqlUrl !== undefined && isLocalUrl(graphqlUrl)
  const local = isLocal ? LOCAL_ORIGINS : []
  const pictures = ["'self'", 'blob:', 'data:', ...CONTENTFUL_IMAGE_ORIGINS, ...local]
  const policy = formatPolicy({
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'"], // the decoder of HEIC files is WebAssembly
    'worker-src': ["'self'"],
    'style-src': ["'self'", EMPTY_STYLE],
    'img-src': pictures,
    'connect-src': pictures, // to compare pictures of the space with new ones
    'font-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': [...CONTENTFUL_APP_ORIGINS, ...local],
  })
  return { 'content-security-policy': policy, 'x-robots-tag': 'noindex' }
}

/** Forma 36 adds style elements without text and fills them by script (CSSOM), which needs no `unsafe-inline`. */
const EMPTY_STYLE = createCspHashSource('')

const isLocalUrl = (url: string) => ['127.0.0.1', 'localhost'].includes(new URL(url).hostname)
