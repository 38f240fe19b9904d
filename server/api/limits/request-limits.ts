import type { BackendConfig, RateLimitVariable } from '#server/config.ts'
import { getClientAddress, getClientNetwork, type RequestSource } from '#server/http/network-address.ts'
import type { RateLimit } from './rate-limit.ts'

/** ms */
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/*
 * Limits are in the order in which transactions lock their rows: session, address, block, all. A transaction has one row of
 * each limit, so two transactions never wait for each other.
 */

/** Limits of contact messages, for `countInSteps`. */
export interface MessageLimits {
  /** A message beyond one of these is refused. */
  readonly rejectLimits: readonly RateLimit[]
  /** A message beyond one of these is stored, but not mailed. */
  readonly spamLimits: readonly (readonly RateLimit[])[]
}

type LimitConfig = Pick<BackendConfig, 'limits' | 'sessionLifetime'>

/** What limits a message of this session. */
export function createMessageLimits(
  { rateLimits, sessionLifetimeMs }: LimitConfig,
  session: string,
  caller: RequestSource,
): MessageLimits {
  const limit = limitFactory(rateLimits)
  const address = getClientAddress(caller)
  const block = getClientNetwork(caller)
  return {
    rejectLimits: [
      limit('MESSAGES_PER_SESSION', MINUTE, session),
      // Its window begins with the first message, so the session ends earlier.
      limit('MESSAGES_PER_CAPTCHA', sessionLifetimeMs, session),
      limit('MESSAGES_PER_ADDRESS', MINUTE, address),
    ],
    spamLimits: [
      [limit('MESSAGES_PER_ADDRESS_PER_HOUR', HOUR, address), limit('MESSAGES_PER_ADDRESS_PER_DAY', DAY, address)],
      [limit('MESSAGES_PER_BLOCK_PER_HOUR', HOUR, block), limit('MESSAGES_PER_BLOCK_PER_DAY', DAY, block)],
      [limit('MESSAGES_PER_HOUR', HOUR), limit('MESSAGES_PER_DAY', DAY)],
    ],
  }
}

/** What limits a login, in steps for `countInSteps`. */
export function createLoginLimits(
  { rateLimits }: Pick<LimitConfig, 'limits'>,
  caller: RequestSource,
): readonly (readonly RateLimit[])[] {
  const limit = limitFactory(rateLimits)
  const address = getClientAddress(caller)
  const block = getClientNetwork(caller)
  return [
    [limit('LOGINS_PER_ADDRESS', MINUTE, address)],
    [limit('LOGINS_PER_ADDRESS_PER_HOUR', HOUR, address), limit('LOGINS_PER_ADDRESS_PER_DAY', DAY, address)],
    [limit('LOGINS_PER_BLOCK_PER_HOUR', HOUR, block), limit('LOGINS_PER_BLOCK_PER_DAY', DAY, block)],
    [limit('LOGINS_PER_HOUR', HOUR), limit('LOGINS_PER_DAY', DAY)],
  ]
}

const limitFactory =
  (limits: BackendConfig['rateLimits']) =>
  (name: RateLimitVariable, windowMs: number, whom?: string): RateLimit => ({
    name,
    key: whom === undefined ? name : `${name} ${whom}`,
    max: limits[name],
    windowMs,
    isShared: whom === undefined,
  })
