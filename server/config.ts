import { join } from 'node:path'
import * as z from 'zod'
import { OperatorError } from './operator-error.ts'
import { RELEASES_FOLDER } from './releases.ts'

/** What the backend is told by its environment, checked. Lengths of time are ms. */
export interface BackendConfig {
  /** Then nothing may stand in for a real part: no captcha, no start. */
  readonly isProduction: boolean
  readonly host: string
  readonly port: number
  /** Of what is kept on this machine. */
  readonly folder: string
  /** PostgreSQL by its address, or SQLite by its file. */
  readonly database: { readonly url: string } | { readonly file: string }
  /** Where mails go: a server's address (smtp:// or smtps://), or a folder of `.eml` files. */
  readonly transport: { readonly smtp: string } | { readonly folder: string }
  readonly mail: { readonly from: string; readonly to: string }
  /** The captcha's provider; without it tokens are made and checked on this machine. */
  readonly captcha: CaptchaConfig | undefined
  /** Origins of the pages that may call, as browsers write them. */
  readonly origins: readonly string[]
  /** Where the site and the backend are hosts of one domain: the domain, so that the site's script can read the anti-forgery cookie. */
  readonly cookieDomain: string | undefined
  /** Only these may say in X-Forwarded-For for whom they ask: addresses or CIDR ranges. */
  readonly trustedProxies: readonly string[]
  readonly sessionLifetime: number
  readonly limits: Limits
  readonly retention: Retention
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

/** The variables that limit how many messages and logins there may be. server/limits/request-limits.ts says what each counts. */
export type LimitName = keyof typeof limitVariables

type Limits = { readonly [Name in LimitName]: number }

/** How long messages are kept after they were received. */
export interface Retention {
  /** `undefined`: for ever. */
  readonly messages: number | undefined
  /** Messages in the spam folder. */
  readonly spam: number
}

/** A variable that is missing or wrong; the message names each, and what to set. */
export class ConfigError extends OperatorError {
  override readonly name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Throws `ConfigError`. An empty variable is one that is not set. */
export function backendConfig(env: Environment): BackendConfig {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { success, data, error } = variables.safeParse(given)
  if (!success)
    throw new ConfigError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  return {
    isProduction: data.NODE_ENV === 'production',
    host: data.BACKEND_HOST,
    port: data.BACKEND_PORT,
    folder: data.BACKEND_FOLDER,
    database: data.DATABASE_URL ? { url: data.DATABASE_URL } : { file: sqliteFileIn(data.BACKEND_FOLDER) },
    transport: data.SMTP_URL ? { smtp: data.SMTP_URL } : { folder: emlFolderIn(data.BACKEND_FOLDER) },
    mail: { from: data.MAIL_FROM ?? 'website@blackland.example', to: data.MAIL_TO ?? 'office@blackland.example' },
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
    sessionLifetime: data.SESSION_MINUTES * 60_000,
    limits: limits.parse(given),
    retention: {
      messages: data.RETENTION_DAYS && data.RETENTION_DAYS * DAY,
      spam: Math.min(data.SPAM_RETENTION_DAYS, data.RETENTION_DAYS ?? Number.POSITIVE_INFINITY) * DAY,
    },
    logLevel: data.LOG_LEVEL,
  }
}

/** Where SQLite's file lies, unless PostgreSQL is used. */
export const sqliteFileIn = (folder: string): string => join(folder, 'backend.sqlite')

/** The folder of the `.eml` files, also of those that were written before SMTP_URL was set. */
export const emlFolderIn = (folder: string): string => join(folder, 'outbox')

/** ms */
const DAY = 24 * 60 * 60_000

const MOST_DAYS = 36_500

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const list = z.string().transform((text) => text.split(',').map((part) => part.trim()))

const origin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text, {
  error: ({ input }) =>
    `"${input}" is no origin; set the site’s address without a path, as in https://www.your-site.com`,
})

const proxy = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: ({ input }) => `"${input}" is no address; set addresses or ranges, as in 10.0.0.0/8`,
})

/** A whole number, within what makes sense. */
const whole = (min: number, max: number, usual: number) =>
  z.coerce.number(`set a whole number from ${min} to ${max}`).int().min(min).max(max).default(usual)

const address = z.email('set one e-mail address, as in office@company.com')

const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'set a PostgreSQL address, as in postgres://user:password@host/name',
})

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

const variables = z
  .object({
    NODE_ENV: z.string().optional(),
    BACKEND_HOST: z.string().default('127.0.0.1'),
    BACKEND_PORT: whole(0, 65_535, 5000),
    BACKEND_FOLDER: z.string().default('.backend'),
    DATABASE_URL: databaseUrl.optional(),
    SMTP_URL: z
      .url({ protocol: /^smtps?$/, error: 'set a mail server’s address, as in smtps://user:password@host:465' })
      .optional(),
    MAIL_FROM: address.optional(),
    MAIL_TO: address.optional(),
    CAPTCHA_SECRET: z.string().optional(),
    CAPTCHA_VERIFY_URL: z
      .url('set the address of the provider’s verification')
      .default('https://www.google.com/recaptcha/api/siteverify'),
    CAPTCHA_HOSTNAMES: list.optional(),
    CAPTCHA_MIN_SCORE: z.coerce.number('set a number from 0 to 1').min(0).max(1).default(0.5),
    SITE_ORIGINS: list.pipe(z.array(origin)).default(['http://127.0.0.1:3000', 'http://localhost:3000']),
    COOKIE_DOMAIN: z.string().optional(),
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
  .superRefine((env, context) => {
    const wanted = (name: string, what: string) =>
      context.addIssue({ code: 'custom', path: [name], message: `is missing; set ${what}` })
    if (env.NODE_ENV === 'production' && !env.CAPTCHA_SECRET)
      wanted('CAPTCHA_SECRET', 'the secret of your captcha’s key')
    if (env.SMTP_URL && !env.MAIL_FROM) wanted('MAIL_FROM', 'the address that the site’s mails come from')
    if (env.SMTP_URL && !env.MAIL_TO) wanted('MAIL_TO', 'the office’s address, where messages go')
  })

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

const webVariables = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: whole(0, 65_535, 3000),
  RELEASES_FOLDER: z.string().default(RELEASES_FOLDER),
  DATABASE_URL: databaseUrl.optional(),
  API_URL: z
    .url({ protocol: /^https?$/, error: 'set the address of the API, as in http://10.0.0.5:5000' })
    .transform((url) => url.replace(/\/$/, ''))
    .optional(),
  TRUSTED_PROXIES: list.pipe(z.array(proxy)).default([]),
})

/** Throws `ConfigError`. An empty variable is one that is not set. */
export function webConfig(env: Environment): WebConfig {
  const { success, data, error } = webVariables.safeParse(withoutEmpty(env))
  if (!success) throw new ConfigError(linesOf(error))
  return {
    host: data.HOST,
    port: data.PORT,
    releasesFolder: data.RELEASES_FOLDER,
    databaseUrl: data.DATABASE_URL,
    apiUrl: data.API_URL,
    trustedProxies: data.TRUSTED_PROXIES,
  }
}

function withoutEmpty(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
}

/** One line for each wrong variable. */
function linesOf({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n')
}
