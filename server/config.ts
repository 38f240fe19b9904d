import { join } from 'node:path'
import * as z from 'zod'
import {
  ConfigError,
  type Environment,
  isProductionEnv,
  omitBlankVariables,
  parseEnvironment,
  toVariableIssues,
  type VariableIssue,
} from './config/environment.ts'
import {
  commaSeparatedSchema,
  createCookieDomainSchema,
  createSecretUrlSchema,
  createSiteOriginSchema,
  createWholeNumberSchema,
  emailAddressSchema,
  hasHost,
  hostNameSchema,
  isEncryptedOrLocal,
  type LogLevel,
  listenHostSchema,
  logLevelSchema,
  nodeEnvSchema,
  postgresUrlSchema,
  trustedProxySchema,
} from './config/variable-schemas.ts'
import { DEFAULT_RELEASES_FOLDER } from './web/releases.ts'

/** Configuration of the backend (API and worker). */
export interface BackendConfig {
  /** In production captcha, mail server and origins are configured. */
  readonly isProduction: boolean
  readonly host: string
  readonly port: number
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
  readonly rateLimits: { readonly [Name in RateLimitVariable]: number }
  readonly retention: RetentionConfig
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

/** Names of the rate limits of messages and logins; server/api/limits/request-limits.ts says what each one counts. */
export type RateLimitVariable = keyof typeof rateLimitVariables

/** Throws `ConfigError` with all missing and invalid variables. A blank variable counts as unset. */
export function parseBackendConfig(env: Environment): BackendConfig {
  const variables = omitBlankVariables(env)
  const schema = createBackendSchema(variables)
  const missing = findMissingVariables(variables)
  const { success, data, error } = schema.safeParse(variables)
  if (!success || missing.length > 0) {
    const names = Object.keys(schema.shape)
    const issues = [...missing, ...(error ? toVariableIssues(error) : [])]
    throw ConfigError.fromIssues(issues.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name)))
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
    rateLimits: z.object(rateLimitVariables).parse(variables),
    retention: {
      messagesMs: data.RETENTION_DAYS && data.RETENTION_DAYS * DAY_MS,
      spamMs: Math.min(data.SPAM_RETENTION_DAYS, data.RETENTION_DAYS ?? Number.POSITIVE_INFINITY) * DAY_MS,
    },
    logLevel: data.LOG_LEVEL,
  }
}

/** The SQLite file, used without PostgreSQL. */
export const getSqliteFile = (dataFolder: string): string => join(dataFolder, 'backend.sqlite')

/** The folder of `.eml` files, those from before SMTP_URL was set included. */
export const getEmlFolder = (dataFolder: string): string => join(dataFolder, 'outbox')

const DAY_MS = 24 * 60 * 60_000

const MAX_RETENTION_DAYS = 36_500

/** Origins of `npm start`, used without SITE_ORIGINS. */
const LOCAL_ORIGINS = ['http://127.0.0.1:3000', 'http://localhost:3000']

/** A block is an IPv4 /24 or an IPv6 /48. Variables without a period in their name count per minute. */
const rateLimitVariables = {
  MESSAGES_PER_SESSION: createWholeNumberSchema(1, 1_000_000, 5),
  MESSAGES_PER_ADDRESS: createWholeNumberSchema(1, 1_000_000, 10),
  MESSAGES_PER_CAPTCHA: createWholeNumberSchema(1, 1_000_000, 10),
  MESSAGES_PER_ADDRESS_PER_HOUR: createWholeNumberSchema(1, 1_000_000, 20),
  MESSAGES_PER_ADDRESS_PER_DAY: createWholeNumberSchema(1, 1_000_000, 50),
  MESSAGES_PER_BLOCK_PER_HOUR: createWholeNumberSchema(1, 1_000_000, 50),
  MESSAGES_PER_BLOCK_PER_DAY: createWholeNumberSchema(1, 1_000_000, 150),
  MESSAGES_PER_HOUR: createWholeNumberSchema(1, 1_000_000, 500),
  MESSAGES_PER_DAY: createWholeNumberSchema(1, 1_000_000, 2_000),
  LOGINS_PER_ADDRESS: createWholeNumberSchema(1, 1_000_000, 20),
  LOGINS_PER_ADDRESS_PER_HOUR: createWholeNumberSchema(1, 1_000_000, 200),
  LOGINS_PER_ADDRESS_PER_DAY: createWholeNumberSchema(1, 1_000_000, 1_000),
  LOGINS_PER_BLOCK_PER_HOUR: createWholeNumberSchema(1, 1_000_000, 1_000),
  LOGINS_PER_BLOCK_PER_DAY: createWholeNumberSchema(1, 1_000_000, 5_000),
  LOGINS_PER_HOUR: createWholeNumberSchema(1, 1_000_000, 20_000),
  LOGINS_PER_DAY: createWholeNumberSchema(1, 1_000_000, 100_000),
}

/** Required variables that are not set. */
function findMissingVariables(variables: Environment): readonly VariableIssue[] {
  const productionHints = {
    SMTP_URL: 'your mail server’s address, as in smtps://user:password@host:465',
    CAPTCHA_SECRET: 'the secret of your captcha’s key',
    SITE_ORIGINS: 'the site’s address, as in https://www.your-site.com',
  }
  const mailServerHints = {
    MAIL_FROM: 'the address that the site’s mails come from',
    MAIL_TO: 'the office’s address, where messages go',
  }
  const isProduction = isProductionEnv(variables)
  const requiredHints = {
    ...(isProduction && productionHints),
    ...((isProduction || variables.SMTP_URL !== undefined) && mailServerHints),
  }
  return Object.entries(requiredHints)
    .filter(([name]) => variables[name] === undefined)
    .map(([name, hint]) => ({ name, message: `is missing; set ${hint}` }))
}

/** Providers' secrets are longer: 40 characters for reCAPTCHA, 35 for Turnstile. */
const MIN_CAPTCHA_SECRET_LENGTH = 16

const SMTP_HINT = 'set a mail server’s address, as in smtps://user:password@host:465'

const MIN_SCORE_HINT = 'set a number above 0 and up to 1, as in 0.5; with 0 every program passes the captcha'

/**
 * The schema of the backend's variables. Rules that depend on another variable read its text, which may be invalid, so that
 * one run reports the issues of all variables.
 */
function createBackendSchema(variables: Environment) {
  const isProduction = isProductionEnv(variables)
  const origins = variables.SITE_ORIGINS?.split(',').map((text) => text.trim()) ?? LOCAL_ORIGINS
  const hosts = origins.filter((text) => URL.canParse(text)).map((text) => new URL(text).hostname)
  return z.object({
    NODE_ENV: nodeEnvSchema,
    BACKEND_HOST: listenHostSchema,
    BACKEND_PORT: createWholeNumberSchema(0, 65_535, 5000),
    BACKEND_FOLDER: z.string().default('.backend'),
    DATABASE_URL: postgresUrlSchema.optional(),
    SMTP_URL: createSecretUrlSchema(/^smtps?$/, SMTP_HINT)
      .refine(hasHost, `names no host; ${SMTP_HINT}`)
      .optional(),
    MAIL_FROM: emailAddressSchema.optional(),
    MAIL_TO: emailAddressSchema.optional(),
    CAPTCHA_SECRET: z
      .string()
      .refine((text) => !isProduction || (text.length >= MIN_CAPTCHA_SECRET_LENGTH && !/\s/.test(text)), {
        error: `is shorter than ${MIN_CAPTCHA_SECRET_LENGTH} characters, or has spaces; set the secret of your captcha’s key`,
      })
      .optional(),
    CAPTCHA_VERIFY_URL: createSecretUrlSchema(/^https?$/, 'set the https address of the provider’s verification')
      .refine((text) => (isProduction ? text.startsWith('https:') : isEncryptedOrLocal(text)), {
        error: 'is not https; set the https address of the provider’s verification',
      })
      .default('https://www.google.com/recaptcha/api/siteverify'),
    CAPTCHA_HOSTNAMES: commaSeparatedSchema.pipe(z.array(hostNameSchema)).optional(),
    CAPTCHA_MIN_SCORE: z.coerce
      .number(MIN_SCORE_HINT)
      .max(1, MIN_SCORE_HINT)
      .refine((score) => score > 0 || (score === 0 && !isProduction), MIN_SCORE_HINT)
      .default(0.5),
    SITE_ORIGINS: commaSeparatedSchema.pipe(z.array(createSiteOriginSchema(isProduction))).default(LOCAL_ORIGINS),
    COOKIE_DOMAIN: createCookieDomainSchema(hosts).optional(),
    TRUSTED_PROXIES: commaSeparatedSchema.pipe(z.array(trustedProxySchema)).default([]),
    SESSION_MINUTES: createWholeNumberSchema(1, 7 * 24 * 60, 60),
    ...rateLimitVariables,
    RETENTION_DAYS: z.coerce
      .number(`set a whole number of days from 1 to ${MAX_RETENTION_DAYS}, or leave it out to keep messages`)
      .int()
      .min(1)
      .max(MAX_RETENTION_DAYS)
      .optional(),
    SPAM_RETENTION_DAYS: createWholeNumberSchema(1, MAX_RETENTION_DAYS, 30),
    LOG_LEVEL: logLevelSchema,
  })
}

/** The parts of the production server. A node runs some or all of them. */
export const ROLES = ['web', 'api', 'worker'] as const

export type Role = (typeof ROLES)[number]

/** Configuration of the web server in production. */
interface WebConfig {
  readonly host: string
  readonly port: number
  readonly releasesFolder: string
  /** PostgreSQL that the web servers of the site share; `undefined` for a site with one web server. */
  readonly databaseUrl: string | undefined
  /** URL of the API that requests below /api are proxied to; without it they are unknown paths. */
  readonly apiUrl: string | undefined
  /** Proxies whose X-Forwarded-For is trusted: addresses or CIDR ranges. */
  readonly trustedProxies: readonly string[]
}

const webSchema = z.object({
  NODE_ENV: nodeEnvSchema,
  HOST: listenHostSchema,
  PORT: createWholeNumberSchema(0, 65_535, 3000),
  RELEASES_FOLDER: z.string().default(DEFAULT_RELEASES_FOLDER),
  DATABASE_URL: postgresUrlSchema.optional(),
  API_URL: z
    .url({ protocol: /^https?$/, error: 'set the address of the API, as in http://10.0.0.5:5000' })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  TRUSTED_PROXIES: commaSeparatedSchema.pipe(z.array(trustedProxySchema)).default([]),
})

/** Throws `ConfigError`. A blank variable counts as unset. */
export function parseWebConfig(env: Environment): WebConfig {
  const data = parseEnvironment(webSchema, env)
  return {
    host: data.HOST,
    port: data.PORT,
    releasesFolder: data.RELEASES_FOLDER,
    databaseUrl: data.DATABASE_URL,
    apiUrl: data.API_URL,
    trustedProxies: data.TRUSTED_PROXIES,
  }
}

/** Names of the variables of web server, API and worker. */
export const SERVER_VARIABLES: readonly string[] = [
  ...new Set([...Object.keys(createBackendSchema({}).shape), ...Object.keys(webSchema.shape)]),
]
