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

/** Variables, each of which sets the rate limit of its name. */
export const RATE_LIMIT_VARIABLES = ['MESSAGES_PER_ADDRESS_PER_DAY', 'MESSAGES_PER_DAY', 'LOGINS_PER_ADDRESS'] as const

export type RateLimitVariable = (typeof RATE_LIMIT_VARIABLES)[number]

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

export const getDefaultLimit = (name: string): number => RATE_LIMITS.find((limit) => limit.name === name)?.max ?? 1

/** Sets a limit as its variable says. */
export function configureRateLimit(
  limit: RateLimitRule,
  values: Readonly<Record<RateLimitVariable, number>>,
): RateLimitRule {
  const variable = RATE_LIMIT_VARIABLES.find((name) => name === (limit.scalesWith ?? limit.name))
  if (!variable) return limit
  return { ...limit, max: Math.max(1, Math.floor((limit.max * values[variable]) / getDefaultLimit(variable))) }
}
