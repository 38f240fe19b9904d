import { join } from 'node:path'
import * as z from 'zod'
import { type Environment, isProductionEnv, omitBlankVariables, parseEnvironment } from './config/environment.ts'
import {
  commaSeparatedSchema,
  createCookieDomainSchema,
  createOriginSchema,
  createSecretUrlSchema,
  createWholeNumberSchema,
  emailAddressSchema,
  isEncryptedOrLocal,
  type LogLevel,
  listenHostSchema,
  logLevelSchema,
  nodeEnvSchema,
  postgresUrlSchema,
  SMTP_HINT,
  smtpUrlSchema,
  trustedProxySchema,
} from './config/variable-schemas.ts'
import { DEFAULT_RELEASES_FOLDER } from './site/releases.ts'

/** Configuration of the server. */
export interface ServerConfig {
  /** In production captcha, mail server and origins are configured. */
  readonly isProduction: boolean
  readonly host: string
  readonly port: number
  readonly releasesFolder: string
  /** The folder of the SQLite file and `.eml` files. */
  readonly dataFolder: string
  /** PostgreSQL by its URL, or SQLite by its file. */
  readonly database: { readonly url: string } | { readonly file: string }
  /** URL of the mail server (smtp:// or smtps://), or a folder for `.eml` files. */
  readonly emailTransport: { readonly smtp: string } | { readonly folder: string }
  readonly email: { readonly from: string; readonly to: string }
  /** The captcha provider; without it the backend issues and verifies its own tokens. */
  readonly captcha: CaptchaConfig | undefined
  /** Origins of the pages that may send requests. */
  readonly origins: readonly string[]
  /** The common domain of the hosts of site and backend, for the site's script to read the anti-forgery cookie. */
  readonly cookieDomain: string | undefined
  /** Proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges. */
  readonly trustedProxies: readonly string[]
  readonly sessionLifetimeMs: number
  /** `RATE_LIMITS` with the configured numbers. */
  readonly rateLimits: readonly RateLimitRule[]
  readonly retention: RetentionConfig
  /** ms between two comparisons of the pages with the CMS without a publish. */
  readonly contentCheckMs: number
  readonly logLevel: LogLevel
}

export interface CaptchaConfig {
  readonly secret: string
  readonly verifyUrl: string
  /** Host names of the pages that may create tokens. */
  readonly hostnames: readonly string[]
  /** From 0 (a bot) to 1 (a person). */
  readonly minScore: number
}

/** How long messages are kept after they were received. */
export interface RetentionConfig {
  /** `undefined`: without limit. */
  readonly messagesMs: number | undefined
  /** For messages in the spam folder. */
  readonly spamMs: number
}

/**
 * What a limit counts. A login is verified when its captcha is; a mailed message is not spam; a first message is mailed
 * from the reserve.
 */
export type CountedEvent = 'message' | 'mailed message' | 'first message' | 'login' | 'verified login'

/** A rate limit with a fixed window, which starts with its first request; or a bucket, for the event `login`. */
export interface RateLimitRule {
  /** Its name in the log and in metrics. */
  readonly name: string
  readonly counts: CountedEvent
  /** Whose requests are counted together. A network is an IPv4 /24 or an IPv6 /48, a provider a /16 or a /32. */
  readonly per: 'session' | 'address' | 'network' | 'provider' | 'all visitors'
  /** Of a bucket: the time in which an empty one is full again. */
  readonly windowMs: number
  /** Allowed requests per window, or of a full bucket. */
  readonly max: number
  /** The variable that sets another limit, and this one in proportion. */
  readonly scalesWith?: RateLimitVariable
}

/** Each sets the rate limit of its name. */
export const RATE_LIMIT_VARIABLES = [
  'MESSAGES_PER_ADDRESS_PER_DAY',
  'MESSAGES_PER_DAY',
  'LOGINS_PER_ADDRESS',
  'LOGINS_PER_HOUR',
] as const

type RateLimitVariable = (typeof RATE_LIMIT_VARIABLES)[number]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Two minutes less than a day: the cleanup runs every minute, and an address is stored for 24 hours at most. */
const DAY_WINDOW_MS = DAY_MS - 2 * MINUTE_MS

/** It takes this many networks to use up MESSAGES_PER_DAY. An address has no larger share than its network. */
export const MIN_NETWORKS = 50

const MAILED = { counts: 'mailed message', windowMs: DAY_WINDOW_MS } as const
/** Buckets: a token is not verified yet, so anybody can empty them, but one that is empty allows a login in seconds. */
const REQUESTED = { counts: 'login', windowMs: 15 * MINUTE_MS, scalesWith: 'LOGINS_PER_ADDRESS' } as const
const VERIFIED = { counts: 'verified login', windowMs: HOUR_MS } as const

/**
 * All rate limits. Beyond the limit of a session, the page needs another captcha. Beyond a limit of mailed messages, a
 * message is stored in the spam folder. Beyond a limit of logins, a login is refused with the time to wait.
 *
 * Half of MESSAGES_PER_DAY is a reserve for the first message of each network in its window: 25 a provider, so that it
 * takes 50 providers to use the reserve up (docs/decisions/14-limits.md).
 *
 * Transactions lock the rows of their limits in this order, narrower ones first, so that they cannot deadlock.
 */
export const RATE_LIMITS: readonly RateLimitRule[] = [
  { name: 'MESSAGES_PER_SESSION', counts: 'message', per: 'session', windowMs: DAY_WINDOW_MS, max: 10 },
  { ...MAILED, name: 'MESSAGES_PER_ADDRESS_PER_DAY', per: 'address', max: 50 },
  { ...MAILED, name: 'MESSAGES_PER_NETWORK_PER_DAY', per: 'network', max: 50, scalesWith: 'MESSAGES_PER_DAY' },
  {
    name: 'FIRST_MESSAGES_PER_PROVIDER_PER_DAY',
    counts: 'first message',
    per: 'provider',
    windowMs: DAY_WINDOW_MS,
    max: 25,
    scalesWith: 'MESSAGES_PER_DAY',
  },
  { ...MAILED, name: 'MESSAGES_PER_DAY', per: 'all visitors', max: 2_500 },
  { ...REQUESTED, name: 'LOGIN_REQUESTS_PER_ADDRESS', per: 'address', max: 300 },
  { ...REQUESTED, name: 'LOGIN_REQUESTS_PER_NETWORK', per: 'network', max: 1_500 },
  { ...VERIFIED, name: 'LOGINS_PER_ADDRESS', per: 'address', windowMs: MINUTE_MS, max: 20 },
  { ...VERIFIED, name: 'LOGINS_PER_ADDRESS_PER_HOUR', per: 'address', max: 200, scalesWith: 'LOGINS_PER_ADDRESS' },
  { ...VERIFIED, name: 'LOGINS_PER_NETWORK_PER_HOUR', per: 'network', max: 1_000, scalesWith: 'LOGINS_PER_ADDRESS' },
  { ...VERIFIED, name: 'LOGINS_PER_HOUR', per: 'all visitors', max: 20_000 },
]

/** Throws `ConfigError` with all missing and invalid variables. A blank variable counts as unset. */
export function parseServerConfig(env: Environment): ServerConfig {
  const data = parseEnvironment(createServerSchema(omitBlankVariables(env)), env)
  const origins = data.SITE_ORIGINS ?? LOCAL_ORIGINS
  const MESSAGES_PER_ADDRESS_PER_DAY = Math.min(data.MESSAGES_PER_ADDRESS_PER_DAY, data.MESSAGES_PER_DAY / MIN_NETWORKS)
  return {
    isProduction: data.NODE_ENV === 'production',
    host: data.HOST,
    port: data.PORT,
    releasesFolder: data.RELEASES_FOLDER,
    dataFolder: data.BACKEND_FOLDER,
    database: data.DATABASE_URL ? { url: data.DATABASE_URL } : { file: getSqliteFile(data.BACKEND_FOLDER) },
    emailTransport: data.SMTP_URL ? { smtp: data.SMTP_URL } : { folder: getEmlFolder(data.BACKEND_FOLDER) },
    email: { from: data.MAIL_FROM ?? 'website@blackland.example', to: data.MAIL_TO ?? 'office@blackland.example' },
    captcha: data.CAPTCHA_SECRET
      ? {
          secret: data.CAPTCHA_SECRET,
          verifyUrl: data.CAPTCHA_VERIFY_URL,
          hostnames: origins.map((origin) => new URL(origin).hostname),
          minScore: data.CAPTCHA_MIN_SCORE,
        }
      : undefined,
    origins,
    cookieDomain: data.COOKIE_DOMAIN,
    trustedProxies: data.TRUSTED_PROXIES,
    sessionLifetimeMs: SESSION_LIFETIME_MS,
    rateLimits: RATE_LIMITS.map((limit) => configureRateLimit(limit, { ...data, MESSAGES_PER_ADDRESS_PER_DAY })),
    retention: {
      messagesMs: data.RETENTION_DAYS && data.RETENTION_DAYS * DAY_MS,
      spamMs: Math.min(SPAM_RETENTION_DAYS, data.RETENTION_DAYS ?? SPAM_RETENTION_DAYS) * DAY_MS,
    },
    contentCheckMs: data.CONTENT_CHECK_MINUTES * MINUTE_MS - RENDERING_MS,
    logLevel: data.LOG_LEVEL,
  }
}

/** Parses where messages are stored. A command does not need the other variables that a production server requires. */
export const parseStorageConfig = (env: Environment): Pick<ServerConfig, 'database' | 'dataFolder'> =>
  parseServerConfig({ ...env, NODE_ENV: undefined })

/** The SQLite file, used without PostgreSQL. */
export const getSqliteFile = (dataFolder: string): string => join(dataFolder, 'backend.sqlite')

/** The folder of `.eml` files, those from before SMTP_URL was set included. */
export const getEmlFolder = (dataFolder: string): string => join(dataFolder, 'outbox')

/** The file whose time is that of the last successful backup. Backups by other programs touch it. */
export const getBackupRecord = (dataFolder: string): string => join(dataFolder, 'last-backup')

const SESSION_LIFETIME_MS = HOUR_MS

/** Rendering takes a few seconds: a change is on the page within CONTENT_CHECK_MINUTES. */
const RENDERING_MS = 10_000

const MAX_RETENTION_DAYS = 36_500
/** For messages in the spam folder, unless RETENTION_DAYS is shorter. */
const SPAM_RETENTION_DAYS = 30

/** Origins of `npm start`, used without SITE_ORIGINS. */
const LOCAL_ORIGINS = ['http://127.0.0.1:3000', 'http://localhost:3000']

/** The variable of a rate limit; the default is the number of the limit with this name. */
const createRateLimitSchema = (name: RateLimitVariable) =>
  createWholeNumberSchema(1, 1_000_000).default(getDefaultLimit(name))

export const getDefaultLimit = (name: string): number => RATE_LIMITS.find((limit) => limit.name === name)?.max ?? 1

/** Sets a limit as its variable says. */
function configureRateLimit(limit: RateLimitRule, values: Readonly<Record<RateLimitVariable, number>>): RateLimitRule {
  const variable = RATE_LIMIT_VARIABLES.find((name) => name === (limit.scalesWith ?? limit.name))
  if (!variable) return limit
  return { ...limit, max: Math.max(1, Math.floor((limit.max * values[variable]) / getDefaultLimit(variable))) }
}

/** A variable that has to be set if `isRequired`; `hint` says to what. */
const requireIf = <Schema extends z.ZodType<unknown, string>>(isRequired: boolean, schema: Schema, hint: string) =>
  isRequired ? z.string(`is missing; set ${hint}`).pipe(schema) : schema.optional()

/** Providers' secrets are longer: 40 characters for reCAPTCHA, 35 for Turnstile. */
const MIN_CAPTCHA_SECRET_LENGTH = 16

const CAPTCHA_SECRET_HINT = 'the secret of your captcha’s key'
const MIN_SCORE_HINT = 'set a number above 0 and up to 1, as in 0.5; with 0 every program passes the captcha'

/** Rules that depend on another variable read its text, which may be invalid: one run reports all issues. */
function createServerSchema(variables: Environment) {
  const isProduction = isProductionEnv(variables)
  const hasMailServer = isProduction || variables.SMTP_URL !== undefined
  const origins = variables.SITE_ORIGINS?.split(',').map((text) => text.trim()) ?? LOCAL_ORIGINS
  const hosts = origins.filter((text) => URL.canParse(text)).map((text) => new URL(text).hostname)
  const captchaSecretSchema = z
    .string()
    .refine((text) => !isProduction || (text.length >= MIN_CAPTCHA_SECRET_LENGTH && !/\s/.test(text)), {
      error: `is shorter than ${MIN_CAPTCHA_SECRET_LENGTH} characters, or has spaces; set ${CAPTCHA_SECRET_HINT}`,
    })
  const originsSchema = commaSeparatedSchema.pipe(z.array(createOriginSchema(isProduction)))
  return z.object({
    NODE_ENV: nodeEnvSchema,
    HOST: listenHostSchema,
    PORT: createWholeNumberSchema(0, 65_535).default(3000),
    RELEASES_FOLDER: z.string().default(DEFAULT_RELEASES_FOLDER),
    BACKEND_FOLDER: z.string().default('.backend'),
    DATABASE_URL: postgresUrlSchema.optional(),
    SMTP_URL: requireIf(isProduction, smtpUrlSchema, SMTP_HINT),
    MAIL_FROM: requireIf(hasMailServer, emailAddressSchema, 'the address that the site’s mails come from'),
    MAIL_TO: requireIf(hasMailServer, emailAddressSchema, 'the office’s address, where messages go'),
    CAPTCHA_SECRET: requireIf(isProduction, captchaSecretSchema, CAPTCHA_SECRET_HINT),
    CAPTCHA_VERIFY_URL: createSecretUrlSchema(/^https?$/, 'set the https address of the provider’s verification')
      .refine((text) => (isProduction ? text.startsWith('https:') : isEncryptedOrLocal(text)), {
        error: 'is not https; set the https address of the provider’s verification',
      })
      .default('https://www.google.com/recaptcha/api/siteverify'),
    CAPTCHA_MIN_SCORE: z.coerce
      .number(MIN_SCORE_HINT)
      .max(1, MIN_SCORE_HINT)
      .refine((score) => score > 0 || (score === 0 && !isProduction), MIN_SCORE_HINT)
      .default(0.5),
    SITE_ORIGINS: requireIf(isProduction, originsSchema, 'the site’s address, as in https://www.your-site.com'),
    COOKIE_DOMAIN: createCookieDomainSchema(hosts).optional(),
    TRUSTED_PROXIES: commaSeparatedSchema.pipe(z.array(trustedProxySchema)).default([]),
    MESSAGES_PER_ADDRESS_PER_DAY: createRateLimitSchema('MESSAGES_PER_ADDRESS_PER_DAY'),
    MESSAGES_PER_DAY: createRateLimitSchema('MESSAGES_PER_DAY'),
    LOGINS_PER_ADDRESS: createRateLimitSchema('LOGINS_PER_ADDRESS'),
    LOGINS_PER_HOUR: createRateLimitSchema('LOGINS_PER_HOUR'),
    RETENTION_DAYS: createWholeNumberSchema(1, MAX_RETENTION_DAYS).optional(),
    CONTENT_CHECK_MINUTES: createWholeNumberSchema(1, 24 * 60).default(10),
    LOG_LEVEL: logLevelSchema,
  })
}

/** Names of the variables of the server. */
export const SERVER_VARIABLES: readonly string[] = Object.keys(createServerSchema({}).shape)
