import { join } from 'node:path'
import * as z from 'zod'
import { type Environment, isProductionEnv, omitBlankVariables, parseEnvironment } from './environment.ts'
import {
  configureRateLimit,
  getDefaultLimit,
  MIN_NETWORKS,
  RATE_LIMITS,
  type RateLimitRule,
  type RateLimitVariable,
} from './rate-limits.ts'
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
} from './variable-schemas.ts'

/** Where `npm run build` writes releases, unless the variable RELEASES_FOLDER names another folder. */
export const DEFAULT_RELEASES_FOLDER = 'releases'

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
  /** The common domain of a static host and this server, for the site's script to read the anti-forgery cookie. */
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
  /** Where /metrics is served; `undefined` without metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** Authorizes requests for the details of /health/ready. */
  readonly healthToken: string | undefined
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

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

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
    metrics: data.METRICS_PORT === undefined ? undefined : { host: data.METRICS_HOST, port: data.METRICS_PORT },
    healthToken: data.HEALTH_TOKEN,
  }
}

/** Parses where messages are stored. A command does not need the other variables that a production server requires. */
export const parseStorageConfig = (env: Environment): Pick<ServerConfig, 'database' | 'dataFolder'> =>
  parseServerConfig({ ...env, ...NOT_FOR_COMMANDS })

const NOT_FOR_COMMANDS = { NODE_ENV: '', METRICS_PORT: '', METRICS_HOST: '', HEALTH_TOKEN: '' }

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

/** A variable that has to be set if `isRequired`; `hint` says to what. */
const requireIf = <Schema extends z.ZodType<unknown, string>>(isRequired: boolean, schema: Schema, hint: string) =>
  isRequired ? z.string(`is missing; set ${hint}`).pipe(schema) : schema.optional()

/** Providers' secrets are longer: 40 characters for reCAPTCHA, 35 for Turnstile. */
const MIN_CAPTCHA_SECRET_LENGTH = 16

const CAPTCHA_SECRET_HINT = 'the secret of your captcha’s key'
const HEALTH_TOKEN_HINT = 'set at least 16 letters, digits or -._~+/= without spaces, as made by: openssl rand -hex 24'
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
    RETENTION_DAYS: createWholeNumberSchema(1, MAX_RETENTION_DAYS).optional(),
    CONTENT_CHECK_MINUTES: createWholeNumberSchema(1, 24 * 60).default(10),
    LOG_LEVEL: logLevelSchema,
    METRICS_PORT: createWholeNumberSchema(0, 65_535).optional(),
    METRICS_HOST: listenHostSchema,
    HEALTH_TOKEN: z
      .string()
      .regex(/^[\w.~+/=-]{16,}$/, HEALTH_TOKEN_HINT)
      .optional(),
  })
}

/** Names of the variables of the server. */
export const SERVER_VARIABLES: readonly string[] = Object.keys(createServerSchema({}).shape)
