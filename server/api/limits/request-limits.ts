import type { BackendConfig, RateLimitVariable } from '#server/config.ts'
import { getClientAddress, getClientNetwork, type RequestSource } from '#server/http/network-address.ts'
import type { RateLimit } from './rate-limit.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/*
 * The limits are in the order in which transactions lock their rows: session, address, network, all clients. Each
 * transaction locks one row per limit in this order, so two transactions cannot deadlock.
 */

/** Rate limits of a contact message. */
export interface MessageLimits {
  /** A message that exceeds one of these is rejected with 429 or 401. */
  readonly rejectLimits: readonly RateLimit[]
  /** A message that exceeds one of these is stored in the spam folder. */
  readonly spamLimits: readonly RateLimit[]
}

/** Rate limits of a guest login. */
export interface LoginLimits {
  /** Count every login before its captcha is verified, so worthless tokens only use up the limits of their own network. */
  readonly clientLimits: readonly RateLimit[]
  /** Count logins with a verified captcha only, because all visitors share these limits. */
  readonly sharedLimits: readonly RateLimit[]
}

type LimitConfig = Pick<BackendConfig, 'rateLimits' | 'sessionLifetimeMs'>

/** Creates the rate limits of a message that is sent in this session. */
export function createMessageLimits(
  { rateLimits, sessionLifetimeMs }: LimitConfig,
  sessionId: string,
  source: RequestSource,
): MessageLimits {
  const createLimit = createLimitFactory(rateLimits)
  const address = getClientAddress(source)
  const network = getClientNetwork(source)
  return {
    rejectLimits: [
      createLimit('MESSAGES_PER_SESSION', MINUTE_MS, sessionId),
      // The window starts with the first message, so it ends after the session.
      createLimit('MESSAGES_PER_CAPTCHA', sessionLifetimeMs, sessionId),
      createLimit('MESSAGES_PER_ADDRESS', MINUTE_MS, address),
    ],
    spamLimits: [
      createLimit('MESSAGES_PER_ADDRESS_PER_HOUR', HOUR_MS, address),
      createLimit('MESSAGES_PER_ADDRESS_PER_DAY', DAY_MS, address),
      createLimit('MESSAGES_PER_BLOCK_PER_HOUR', HOUR_MS, network),
      createLimit('MESSAGES_PER_BLOCK_PER_DAY', DAY_MS, network),
      createLimit('MESSAGES_PER_HOUR', HOUR_MS),
      createLimit('MESSAGES_PER_DAY', DAY_MS),
    ],
  }
}

/** Creates the rate limits of a guest login. */
export function createLoginLimits({ rateLimits }: Pick<LimitConfig, 'rateLimits'>, source: RequestSource): LoginLimits {
  const createLimit = createLimitFactory(rateLimits)
  const address = getClientAddress(source)
  const network = getClientNetwork(source)
  return {
    clientLimits: [
      createLimit('LOGINS_PER_ADDRESS', MINUTE_MS, address),
      createLimit('LOGINS_PER_ADDRESS_PER_HOUR', HOUR_MS, address),
      createLimit('LOGINS_PER_ADDRESS_PER_DAY', DAY_MS, address),
      createLimit('LOGINS_PER_BLOCK_PER_HOUR', HOUR_MS, network),
      createLimit('LOGINS_PER_BLOCK_PER_DAY', DAY_MS, network),
    ],
    sharedLimits: [createLimit('LOGINS_PER_HOUR', HOUR_MS), createLimit('LOGINS_PER_DAY', DAY_MS)],
  }
}

const createLimitFactory =
  (limits: BackendConfig['rateLimits']) =>
  (name: RateLimitVariable, windowMs: number, subject?: string): RateLimit => ({
    name,
    key: subject === undefined ? name : `${name} ${subject}`,
    max: limits[name],
    windowMs,
    isShared: subject === undefined,
  })
