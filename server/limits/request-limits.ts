import type { BackendConfig, LimitName } from '#server/config.ts'
import { addressOf, blockOf, type Caller } from './address.ts'
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
  readonly refusing: readonly RateLimit[]
  /** A message beyond one of these is stored, but not mailed. */
  readonly capping: readonly (readonly RateLimit[])[]
}

type LimitConfig = Pick<BackendConfig, 'limits' | 'sessionLifetime'>

/** What limits a message of this session. */
export function messageLimits(
  { limits, sessionLifetime }: LimitConfig,
  session: string,
  caller: Caller,
): MessageLimits {
  const limit = limitFactory(limits)
  const address = addressOf(caller)
  const block = blockOf(caller)
  return {
    refusing: [
      limit('MESSAGES_PER_SESSION', MINUTE, session),
      // Its window begins with the first message, so the session ends earlier.
      limit('MESSAGES_PER_CAPTCHA', sessionLifetime, session),
      limit('MESSAGES_PER_ADDRESS', MINUTE, address),
    ],
    capping: [
      [limit('MESSAGES_PER_ADDRESS_PER_HOUR', HOUR, address), limit('MESSAGES_PER_ADDRESS_PER_DAY', DAY, address)],
      [limit('MESSAGES_PER_BLOCK_PER_HOUR', HOUR, block), limit('MESSAGES_PER_BLOCK_PER_DAY', DAY, block)],
      [limit('MESSAGES_PER_HOUR', HOUR), limit('MESSAGES_PER_DAY', DAY)],
    ],
  }
}

/** What limits a login, in steps for `countInSteps`. */
export function loginLimits(
  { limits }: Pick<LimitConfig, 'limits'>,
  caller: Caller,
): readonly (readonly RateLimit[])[] {
  const limit = limitFactory(limits)
  const address = addressOf(caller)
  const block = blockOf(caller)
  return [
    [limit('LOGINS_PER_ADDRESS', MINUTE, address)],
    [limit('LOGINS_PER_ADDRESS_PER_HOUR', HOUR, address), limit('LOGINS_PER_ADDRESS_PER_DAY', DAY, address)],
    [limit('LOGINS_PER_BLOCK_PER_HOUR', HOUR, block), limit('LOGINS_PER_BLOCK_PER_DAY', DAY, block)],
    [limit('LOGINS_PER_HOUR', HOUR), limit('LOGINS_PER_DAY', DAY)],
  ]
}

const limitFactory =
  (limits: BackendConfig['limits']) =>
  (name: LimitName, window: number, whom?: string): RateLimit => ({
    name,
    key: whom === undefined ? name : `${name} ${whom}`,
    max: limits[name],
    window,
    isShared: whom === undefined,
  })
