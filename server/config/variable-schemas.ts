import { BlockList, isIPv6 } from 'node:net'
import * as z from 'zod'
import { isLoopbackHost } from '#server/http/network-address.ts'

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Log level of Pino. */
export const logLevelSchema = z.enum(LOG_LEVELS, `set one of ${LOG_LEVELS.join(', ')}`).default('info')

/** `development`, `test` or `production`. */
export const nodeEnvSchema = z
  .enum(
    ['production', 'development', 'test'],
    'set production on a server that visitors reach, development or test elsewhere',
  )
  .optional()

/** A list with commas between its entries. */
export const commaSeparatedSchema = z.string().transform((text) => text.split(',').map((part) => part.trim()))

/** Formats an entry of a list for a message. Entries with `@` are not repeated, because they may contain a password. */
const formatListEntry = (input: unknown): string =>
  String(input).includes('@') ? 'an entry with a user name' : `"${input}"`

/** A whole number from `min` to `max`. */
export const createWholeNumberSchema = (min: number, max: number, defaultValue: number) =>
  z.coerce.number(`set a whole number from ${min} to ${max}`).int().min(min).max(max).default(defaultValue)

/** An email address. */
export const emailAddressSchema = z.email('set one e-mail address, as in office@company.com')

/** A URL whose value is never part of the message: it may contain a password. */
export const createSecretUrlSchema = (protocol: RegExp, error: string) => z.url({ protocol, error, abort: true })

/** Whether a URL has a host. */
export const hasHost = (url: string): boolean => new URL(url).hostname !== ''

const POSTGRES_HINT = 'set a PostgreSQL address, as in postgres://user:password@host/name'

/** URL of a PostgreSQL database. */
export const postgresUrlSchema = createSecretUrlSchema(/^postgres(ql)?$/, POSTGRES_HINT).refine(
  (text) => hasHost(text) || new URL(text).searchParams.has('host'),
  { error: `names no host; ${POSTGRES_HINT}` },
)

/**
 * An address to listen on. `localhost` is refused, because Fastify listens on both of its addresses and applies connection
 * limits to one of them only.
 */
export const listenHostSchema = z
  .string()
  .refine((text) => text !== 'localhost', 'names two addresses; set 127.0.0.1 for this machine, or 0.0.0.0 for all')
  .default('127.0.0.1')

/** A host name without scheme, port or path, as captcha providers report it. */
export const hostNameSchema = z
  .string()
  .refine((text) => URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text, {
    error: ({ input }) => `${formatListEntry(input)} is not a host name; set the host alone, as in www.your-site.com`,
  })

/** An origin as browsers send it; https in production, except on this machine. */
export const createSiteOriginSchema = (isProduction: boolean) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text, {
      error: ({ input }) =>
        `${formatListEntry(input)} is not an origin; set the site’s address without a path, as in https://www.your-site.com`,
      abort: true,
    })
    .refine((text) => !isProduction || isEncryptedOrLocal(text), {
      error: ({ input }) => `${formatListEntry(input)} is not https; set https origins in production`,
    })

/** Whether a URL is https, or http on this machine. */
export function isEncryptedOrLocal(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

/** The domain of cookies, which must include every host of the site. */
export const createCookieDomainSchema = (hosts: readonly string[]) =>
  z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/, { error: 'set a domain, as in your-site.com', abort: true })
    .refine((domain) => hosts.every((host) => host === domain || host.endsWith(`.${domain}`)), {
      error: 'set a domain of which every host in SITE_ORIGINS is part',
    })

/** An address or CIDR range of a trusted proxy. Refuses ranges so wide that strangers could set X-Forwarded-For. */
export const trustedProxySchema = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: ({ input }) => `${formatListEntry(input)} is not an address; set addresses or ranges, as in 10.0.0.0/8`,
  })
  .refine((text) => !isMappedRange(text), {
    error: ({ input }) => `${formatListEntry(input)} is an IPv4 range in IPv6 form; set it as in 10.0.0.0/8`,
    abort: true,
  })
  .refine((text) => !isWideRange(text), {
    error: ({ input }) =>
      `${formatListEntry(input)} includes addresses of strangers; set the addresses of your own proxies, as in 10.0.0.0/8`,
  })

/** Fastify refuses ranges of IPv4-mapped addresses. */
function isMappedRange(text: string): boolean {
  const [address = '', bits] = text.split('/')
  return bits !== undefined && isIPv6(address) && new URL(`http://[${address}]`).hostname.startsWith('[::ffff:')
}

/** Private and shared networks (RFC 1918, 6598, 3927, 4193, 4291), which may be trusted as a whole. */
const PRIVATE_NETWORKS = [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const

/** Whether a range is wider than its private network, or, for public addresses, than an IPv4 /12 or an IPv6 /28. */
function isWideRange(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (bits === undefined) return false
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (family === 'ipv6' && includesIPv4(address, Number(bits))) return true
  const network = PRIVATE_NETWORKS.find(([networkAddress, networkBits, networkFamily]) => {
    if (networkFamily !== family) return false
    const list = new BlockList()
    list.addSubnet(networkAddress, networkBits, networkFamily)
    return list.check(address, family)
  })
  return Number(bits) < (network?.[1] ?? (family === 'ipv6' ? 28 : 12))
}

/** Whether an IPv6 range, such as ::/64, includes the IPv4-mapped addresses, and with them every IPv4 client. */
function includesIPv4(address: string, bits: number): boolean {
  const range = new BlockList()
  range.addSubnet(address, bits, 'ipv6')
  return range.check('203.0.113.7', 'ipv4')
}
