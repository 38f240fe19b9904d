import { BlockList, isIPv6 } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod'
import { UserError } from '#shared/user-error.ts'
import { isLoopbackHost } from './http/network-address.ts'
import { DEFAULT_RELEASES_FOLDER } from './web/releases.ts'

/** What the backend is told by its environment, checked. Lengths of time are ms. */
export interface BackendConfig {
  /** Then every real part is configured: captcha, mail server, origins. */
  readonly isProduction: boolean
  readonly host: string
  readonly port: number
  /** Of what is kept on this machine. */
  readonly dataFolder: string
  /** PostgreSQL by its address, or SQLite by its file. */
  readonly database: { readonly url: string } | { readonly file: string }
  /** Where mails go: a server's address (smtp:// or smtps://), or a folder of `.eml` files. */
  readonly emailTransport: { readonly smtp: string } | { readonly folder: string }
  readonly email: { readonly from: string; readonly to: string }
  /** The captcha's provider; without it tokens are made and checked on this machine. */
  readonly captcha: CaptchaConfig | undefined
  /** Origins of the pages that may call, as browsers write them. */
  readonly origins: readonly string[]
  /** Where the site and the backend are hosts of one domain: the domain, so that the site's script can read the anti-forgery cookie. */
  readonly cookieDomain: string | undefined
  /** Only these may say in X-Forwarded-For for whom they ask: addresses or CIDR ranges. */
  readonly trustedProxies: readonly string[]
  readonly sessionLifetimeMs: number
  readonly rateLimits: Limits
  readonly retention: RetentionConfig
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

export interface CaptchaConfig {
  readonly secret: string
  readonly verifyUrl: string
  /** Host names of the pages that tokens may come from. */
  readonly hostnames: readonly string[]
  /** From 0 (a program) to 1 (a person). */
  readonly minScore: number
}

/** The variables that limit how many messages and logins there may be. server/api/limits/request-limits.ts says what each counts. */
export type RateLimitVariable = keyof typeof limitVariables

type Limits = { readonly [Name in RateLimitVariable]: number }

/** How long messages are kept after they were received. */
export interface RetentionConfig {
  /** `undefined`: for ever. */
  readonly messagesMs: number | undefined
  /** Messages in the spam folder. */
  readonly spamMs: number
}

/** Variables that are missing or wrong. The message has a line for each: its name, and what to set. */
export class ConfigError extends UserError {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Throws `ConfigError` with all that is missing or wrong. A blank variable is one that is not set. */
export function parseBackendConfig(env: Environment): BackendConfig {
  const given = withoutBlank(env)
  const schema = variables(given)
  const missing = missingVariables(given)
  const { success, data, error } = schema.safeParse(given)
  if (!success || missing.length > 0) {
    const wrong = error?.issues.map(({ path, message }) => ({ name: String(path[0]), message })) ?? []
    const names = Object.keys(schema.shape)
    const issues = [...missing, ...wrong].sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
    throw new ConfigError(issues.map(({ name, message }) => `${name}: ${message}`).join('\n'))
  }
  return {
    isProduction: data.NODE_ENV === 'production',
    host: data.BACKEND_HOST,
    port: data.BACKEND_PORT,
    dataFolder: data.BACKEND_FOLDER,
    database: data.DATABASE_URL ? { url: data.DATABASE_URL } : { file: getSqliteFile(data.BACKEND_FOLDER) },
    emailTransport: data.SMTP_URL ? { smtp: data.SMTP_URL } : { folder: getEmlFolder(data.BACKEND_FOLDER) },
    email: { from: data.MAIL_FROM ?? 'website@blackland.example', to: data.MAIL_TO ?? 'office@blackland.example' },
    captcha: data.CAPTCHA_SECRET
      ? {
          secret: data.CAPTCHA_SECRET,
          verifyUrl: data.CAPTCHA_VERIFY_URL,
          hostnames: data.CAPTCHA_HOSTNAMES ?? data.SITE_ORIGINS.map((origin) => new URL(origin).hostname),
          minScore: data.CAPTCHA_MIN_SCORE,
        }
      : undefined,
    origins: data.SITE_ORIGINS,
    cookieDomain: data.COOKIE_DOMAIN,
    trustedProxies: data.TRUSTED_PROXIES,
    sessionLifetimeMs: data.SESSION_MINUTES * 60_000,
    rateLimits: limits.parse(given),
    retention: {
      messagesMs: data.RETENTION_DAYS && data.RETENTION_DAYS * DAY,
      spamMs: Math.min(data.SPAM_RETENTION_DAYS, data.RETENTION_DAYS ?? Number.POSITIVE_INFINITY) * DAY,
    },
    logLevel: data.LOG_LEVEL,
  }
}

/** Where SQLite's file lies, unless PostgreSQL is used. */
export const getSqliteFile = (folder: string): string => join(folder, 'backend.sqlite')

/** The folder of the `.eml` files, also of those that were written before SMTP_URL was set. */
export const getEmlFolder = (folder: string): string => join(folder, 'outbox')

/** ms */
const DAY = 24 * 60 * 60_000

const MOST_DAYS = 36_500

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Pages of `npm start`, unless SITE_ORIGINS is set. */
const LOCAL_ORIGINS = ['http://127.0.0.1:3000', 'http://localhost:3000']

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))

/** An entry of a list in a message, unless it may hold a password. */
const quoted = (input: unknown) => (String(input).includes('@') ? 'an entry with a user name' : `"${input}"`)

const origin = (isProduction: boolean) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text, {
      error: ({ input }) =>
        `${quoted(input)} is no origin; set the site’s address without a path, as in https://www.your-site.com`,
      abort: true,
    })
    .refine((text) => !isProduction || isConfidential(text), {
      error: ({ input }) => `${quoted(input)} is not https; set https origins in production`,
    })

/** https, or http that does not leave this machine. */
function isConfidential(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || isLoopbackHost(hostname)
}

const proxy = z
  .union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
    error: ({ input }) => `${quoted(input)} is no address; set addresses or ranges, as in 10.0.0.0/8`,
  })
  .refine((text) => !isMappedRange(text), {
    error: ({ input }) => `${quoted(input)} is a range of IPv4 in IPv6; set it as in 10.0.0.0/8`,
    abort: true,
  })
  .refine((text) => !isWideRange(text), {
    error: ({ input }) =>
      `${quoted(input)} lets strangers say from where they come; set the addresses of your own proxies, as in 10.0.0.0/8`,
  })

/** Fastify refuses ranges of IPv4-mapped addresses. */
function isMappedRange(text: string): boolean {
  const [address = '', bits] = text.split('/')
  return bits !== undefined && isIPv6(address) && new URL(`http://[${address}]`).hostname.startsWith('[::ffff:')
}

/** Private and shared networks (RFC 1918, 6598, 3927, 4193, 4291), which may be trusted as a whole. */
const PRIVATE_RANGES = [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const

/** Wider than any single network of proxies: than a private network, or in public than a /12 of IPv4 or a /28 of IPv6. */
function isWideRange(text: string): boolean {
  const [address = '', bits] = text.split('/')
  if (bits === undefined) return false
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  if (family === 'ipv6' && containsIPv4(address, Number(bits))) return true
  const network = PRIVATE_RANGES.find(([net, netBits, netFamily]) => {
    if (netFamily !== family) return false
    const list = new BlockList()
    list.addSubnet(net, netBits, netFamily)
    return list.check(address, family)
  })
  return Number(bits) < (network?.[1] ?? (family === 'ipv6' ? 28 : 12))
}

/** Ranges such as ::/64 hold the IPv4-mapped addresses, and with them every visitor who comes by IPv4. */
function containsIPv4(address: string, bits: number): boolean {
  const range = new BlockList()
  range.addSubnet(address, bits, 'ipv6')
  return range.check('203.0.113.7', 'ipv4')
}

/** `hosts` are those of the pages. */
const cookieDomain = (hosts: readonly string[]) =>
  z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/, { error: 'set a domain, as in your-site.com', abort: true })
    .refine((domain) => hosts.every((host) => host === domain || host.endsWith(`.${domain}`)), {
      error: 'set a domain of which every host in SITE_ORIGINS is part',
    })

/** A whole number, within what makes sense. */
const whole = (min: number, max: number, usual: number) =>
  z.coerce.number(`set a whole number from ${min} to ${max}`).int().min(min).max(max).default(usual)

const address = z.email('set one e-mail address, as in office@company.com')

/** A block is a /24 of IPv4 or a /48 of IPv6. Names without a time are for a minute. */
const limitVariables = {
  MESSAGES_PER_SESSION: whole(1, 1_000_000, 5),
  MESSAGES_PER_ADDRESS: whole(1, 1_000_000, 10),
  MESSAGES_PER_CAPTCHA: whole(1, 1_000_000, 10),
  MESSAGES_PER_ADDRESS_PER_HOUR: whole(1, 1_000_000, 20),
  MESSAGES_PER_ADDRESS_PER_DAY: whole(1, 1_000_000, 50),
  MESSAGES_PER_BLOCK_PER_HOUR: whole(1, 1_000_000, 50),
  MESSAGES_PER_BLOCK_PER_DAY: whole(1, 1_000_000, 150),
  MESSAGES_PER_HOUR: whole(1, 1_000_000, 500),
  MESSAGES_PER_DAY: whole(1, 1_000_000, 2_000),
  LOGINS_PER_ADDRESS: whole(1, 1_000_000, 20),
  LOGINS_PER_ADDRESS_PER_HOUR: whole(1, 1_000_000, 200),
  LOGINS_PER_ADDRESS_PER_DAY: whole(1, 1_000_000, 1_000),
  LOGINS_PER_BLOCK_PER_HOUR: whole(1, 1_000_000, 1_000),
  LOGINS_PER_BLOCK_PER_DAY: whole(1, 1_000_000, 5_000),
  LOGINS_PER_HOUR: whole(1, 1_000_000, 20_000),
  LOGINS_PER_DAY: whole(1, 1_000_000, 100_000),
}

const limits = z.object(limitVariables)

/** An unknown NODE_ENV is taken for production: one run then names everything that production needs. */
export const isProductionEnv = ({ NODE_ENV }: Environment): boolean =>
  !['development', 'test', undefined].includes(NODE_ENV)

const nodeEnv = z
  .enum(
    ['production', 'development', 'test'],
    'set production on a server that visitors reach, development or test elsewhere',
  )
  .optional()

interface Issue {
  readonly name: string
  readonly message: string
}

/** Variables that are needed and not set. */
function missingVariables(given: Environment): readonly Issue[] {
  const inProduction = {
    SMTP_URL: 'your mail server’s address, as in smtps://user:password@host:465',
    CAPTCHA_SECRET: 'the secret of your captcha’s key',
    SITE_ORIGINS: 'the site’s address, as in https://www.your-site.com',
  }
  const withMailServer = {
    MAIL_FROM: 'the address that the site’s mails come from',
    MAIL_TO: 'the office’s address, where messages go',
  }
  const isProduction = isProductionEnv(given)
  const needed = {
    ...(isProduction && inProduction),
    ...((isProduction || given.SMTP_URL !== undefined) && withMailServer),
  }
  return Object.entries(needed)
    .filter(([name]) => given[name] === undefined)
    .map(([name, what]) => ({ name, message: `is missing; set ${what}` }))
}

/** Providers' secrets are longer: 40 characters of reCAPTCHA, 35 of Turnstile. */
const SHORTEST_SECRET = 16

const MIN_SCORE = 'set a number above 0 and up to 1, as in 0.5; with 0 every program passes the captcha'

/** What depends on another variable reads its text in `given`: that other one may be malformed, and all are named at once. */
function variables(given: Environment) {
  const isProduction = isProductionEnv(given)
  const origins = given.SITE_ORIGINS?.split(',').map((text) => text.trim()) ?? LOCAL_ORIGINS
  const hosts = origins.filter((text) => URL.canParse(text)).map((text) => new URL(text).hostname)
  return z.object({
    NODE_ENV: nodeEnv,
    BACKEND_HOST: host,
    BACKEND_PORT: whole(0, 65_535, 5000),
    BACKEND_FOLDER: z.string().default('.backend'),
    DATABASE_URL: databaseUrl.optional(),
    SMTP_URL: url(/^smtps?$/, 'set a mail server’s address, as in smtps://user:password@host:465')
      .refine(hasHost, 'names no host; set a mail server’s address, as in smtps://user:password@host:465')
      .optional(),
    MAIL_FROM: address.optional(),
    MAIL_TO: address.optional(),
    CAPTCHA_SECRET: z
      .string()
      .refine((text) => !isProduction || (text.length >= SHORTEST_SECRET && !/\s/.test(text)), {
        error: `is shorter than ${SHORTEST_SECRET} characters, or has spaces; set the secret of your captcha’s key`,
      })
      .optional(),
    CAPTCHA_VERIFY_URL: url(/^https?$/, 'set the https address of the provider’s verification')
      .refine((text) => (isProduction ? text.startsWith('https:') : isConfidential(text)), {
        error: 'is not https; set the https address of the provider’s verification',
      })
      .default('https://www.google.com/recaptcha/api/siteverify'),
    CAPTCHA_HOSTNAMES: list.pipe(z.array(hostname)).optional(),
    CAPTCHA_MIN_SCORE: z.coerce
      .number(MIN_SCORE)
      .max(1, MIN_SCORE)
      .refine((score) => score > 0 || (score === 0 && !isProduction), MIN_SCORE)
      .default(0.5),
    SITE_ORIGINS: list.pipe(z.array(origin(isProduction))).default(LOCAL_ORIGINS),
    COOKIE_DOMAIN: cookieDomain(hosts).optional(),
    TRUSTED_PROXIES: list.pipe(z.array(proxy)).default([]),
    SESSION_MINUTES: whole(1, 7 * 24 * 60, 60),
    ...limitVariables,
    RETENTION_DAYS: z.coerce
      .number(`set a whole number of days from 1 to ${MOST_DAYS}, or leave it out to keep messages`)
      .int()
      .min(1)
      .max(MOST_DAYS)
      .optional(),
    SPAM_RETENTION_DAYS: whole(1, MOST_DAYS, 30),
    LOG_LEVEL: z.enum(LOG_LEVELS, `set one of ${LOG_LEVELS.join(', ')}`).default('info'),
  })
}

/** Without a scheme, port or path, as captcha providers report it. */
const hostname = z
  .string()
  .refine((text) => URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === text, {
    error: ({ input }) => `${quoted(input)} is no host name; set the host alone, as in www.your-site.com`,
  })

/** Fastify listens on two addresses for `localhost`, with limits of connections on one of them only. */
const host = z
  .string()
  .refine((text) => text !== 'localhost', 'names two addresses; set 127.0.0.1 for this machine, or 0.0.0.0 for all')
  .default('127.0.0.1')

/** Its value is never part of a message: it may hold a password. */
const url = (protocol: RegExp, error: string) => z.url({ protocol, error, abort: true })

const hasHost = (url: string): boolean => new URL(url).hostname !== ''

/** The parts of the production server, of which a node runs some or all. */
export const ROLES = ['web', 'api', 'worker'] as const

export type Role = (typeof ROLES)[number]

/** Settings of the web server in production, checked. */
interface WebConfig {
  readonly host: string
  readonly port: number
  readonly releasesFolder: string
  /** PostgreSQL that the web servers of the site share; without it this is the only one. */
  readonly databaseUrl: string | undefined
  /** The API that requests below /api are proxied to; without it they are unknown paths. */
  readonly apiUrl: string | undefined
  /** Only these may say in X-Forwarded-For whom they ask for: addresses or CIDR ranges. */
  readonly trustedProxies: readonly string[]
}

const databaseUrl = url(/^postgres(ql)?$/, 'set a PostgreSQL address, as in postgres://user:password@host/name').refine(
  (text) => hasHost(text) || new URL(text).searchParams.has('host'),
  {
    error: 'names no host; set a PostgreSQL address, as in postgres://user:password@host/name',
  },
)

const webVariables = z.object({
  NODE_ENV: nodeEnv,
  HOST: host,
  PORT: whole(0, 65_535, 3000),
  RELEASES_FOLDER: z.string().default(DEFAULT_RELEASES_FOLDER),
  DATABASE_URL: databaseUrl.optional(),
  API_URL: z
    .url({ protocol: /^https?$/, error: 'set the address of the API, as in http://10.0.0.5:5000' })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  TRUSTED_PROXIES: list.pipe(z.array(proxy)).default([]),
})

/** Throws `ConfigError`. A blank variable is one that is not set. */
export function parseWebConfig(env: Environment): WebConfig {
  const data = parseEnvironment(webVariables, env)
  return {
    host: data.HOST,
    port: data.PORT,
    releasesFolder: data.RELEASES_FOLDER,
    databaseUrl: data.DATABASE_URL,
    apiUrl: data.API_URL,
    trustedProxies: data.TRUSTED_PROXIES,
  }
}

/** Variables by their schema. Throws `ConfigError` with a line for each wrong one. A blank variable is one that is not set. */
export function parseEnvironment<Schema extends z.ZodObject>(schema: Schema, env: Environment): z.output<Schema> {
  const { success, data, error } = schema.safeParse(withoutBlank(env))
  if (success) return data
  throw new ConfigError(error.issues.map(({ path, message }) => `${String(path[0])}: ${message}`).join('\n'))
}

function withoutBlank(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
}

/** The names of the variables of web server, API and worker. */
export const SERVER_VARIABLES: readonly string[] = [
  ...new Set([...Object.keys(variables({}).shape), ...Object.keys(webVariables.shape)]),
]
