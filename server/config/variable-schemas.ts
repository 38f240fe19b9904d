import ipaddr from 'ipaddr.js'
import * as z from 'zod'

/** Log level of Pino. */
export const logLevelSchema = z
  .enum(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'set one of fatal, error, warn, info, debug, trace, silent',
  )
  .default('info')

export type LogLevel = z.output<typeof logLevelSchema>

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

/** A whole number from `min` to `max`. Only digits are accepted: `Number` also reads 0x50 and 1e3. */
export function createWholeNumberSchema(min: number, max: number) {
  const hint = `set a whole number from ${min} to ${max}`
  return z
    .string()
    .trim()
    .regex(/^\d+$/, { error: hint, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, hint)
}

export const emailAddressSchema = z.email('set one e-mail address, as in office@company.com')

/** A URL whose value is never part of the message: it may contain a password. */
export const createSecretUrlSchema = (protocol: RegExp, error: string) => z.url({ protocol, error, abort: true })

const hasHost = (url: string): boolean => new URL(url).hostname !== ''

/** Whether user, password and path of a URL can be decoded. */
function hasValidPercentCodes(url: string): boolean {
  const { username, password, pathname } = new URL(url)
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}

const PERCENT_CODE_ERROR = 'has a % that is not part of a code; write %25 for a % in the password'

const POSTGRES_HINT = 'set a PostgreSQL address, as in postgres://user:password@host/name'

/** URL of a PostgreSQL database. */
export const postgresUrlSchema = createSecretUrlSchema(/^postgres(ql)?$/, POSTGRES_HINT)
  .refine((text) => hasHost(text) || new URL(text).searchParams.has('host'), `names no host; ${POSTGRES_HINT}`)
  .refine(hasValidPercentCodes, PERCENT_CODE_ERROR)

export const SMTP_HINT = 'a mail server’s address, as in smtps://user:password@host:465'

/** URL of a mail server. */
export const smtpUrlSchema = createSecretUrlSchema(/^smtps?$/, `set ${SMTP_HINT}`)
  .refine(hasHost, `names no host; set ${SMTP_HINT}`)
  .refine(hasValidPercentCodes, PERCENT_CODE_ERROR)

const HOST_HINT = 'set 127.0.0.1 for this machine, or 0.0.0.0 for all'

const hostNameSchema = z.hostname().refine((text) => URL.canParse(`http://${text}`)) // not 300.0.0.1

/**
 * An address to listen on. `localhost` is refused, because Fastify listens on both of its addresses and applies connection
 * limits to one of them only.
 */
export const listenHostSchema = z
  .union([z.ipv4(), z.ipv6(), hostNameSchema], `is not an address; ${HOST_HINT}`)
  .refine((text) => text !== 'localhost', `names two addresses; ${HOST_HINT}`)
  .default('127.0.0.1')

/** An origin as browsers send it; https in production, except on this machine. */
export const createOriginSchema = (isProduction: boolean) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text, {
      error: ({ input }) =>
        `${formatListEntry(input)} is not an origin; set the address without a path, as in https://www.your-site.com`,
      abort: true,
    })
    .refine((text) => !isProduction || isEncryptedOrLocal(text), {
      error: ({ input }) => `${formatListEntry(input)} is not https; set https origins in production`,
    })

/** Whether the host name of a URL is a loopback name or address, so that requests do not leave this machine. */
export const isLoopbackHost = (hostname: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)

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
  .refine((text) => !text.includes('/') || !(isWideRange(text) || isMappedRange(text)), {
    error: ({ input }) =>
      `${formatListEntry(input)} includes addresses of strangers, or is an IPv4 range in IPv6 form; set the addresses of your own proxies, as in 10.0.0.0/8`,
  })

/** Whether an address to listen on can be reached from other networks: a public one, or all of the machine. */
export const canOthersReach = (host: string): boolean =>
  ipaddr.isValid(host) && !PRIVATE_NETWORKS.includes(ipaddr.process(host).range())

/** Networks that may be trusted as a whole (RFC 1918, 6598, 3927, 4193, 4291), by their names in ipaddr.js. */
const PRIVATE_NETWORKS = ['private', 'carrierGradeNat', 'loopback', 'linkLocal', 'uniqueLocal']

/** Whether a range is wider than its private network, or, for public addresses, than an IPv4 /12 or an IPv6 /28. */
function isWideRange(range: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(range)
  const { IPv4, IPv6 } = ipaddr
  const type = address.kind() === 'ipv6' ? IPv6 : IPv4
  const network = type.networkAddressFromCIDR(range).range()
  const isPrivate = PRIVATE_NETWORKS.includes(network) && type.broadcastAddressFromCIDR(range).range() === network
  return !isPrivate && bits < (type === IPv6 ? 28 : 12)
}

/** Whether an IPv6 range, such as ::/64, includes IPv4 addresses, or is a range of them, which Fastify refuses. */
function isMappedRange(range: string): boolean {
  const [address, bits] = ipaddr.parseCIDR(range)
  if (!(address instanceof ipaddr.IPv6)) return false
  return address.isIPv4MappedAddress() || ipaddr.IPv6.parse('::ffff:0:0').match(address, bits)
}
