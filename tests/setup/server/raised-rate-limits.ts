import { RATE_LIMIT_VARIABLES } from '#server/config.ts'

/** A very high value for each variable of a rate limit: most tests send more from one address than visitors do. */
export const RAISED_RATE_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  RATE_LIMIT_VARIABLES.map((name) => [name, '1000000']),
)
