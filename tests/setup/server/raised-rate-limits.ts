import { parseBackendConfig } from '#server/config.ts'

/** Sets every limit of messages and logins to its maximum: most tests send more from one address than visitors do. */
export const RAISED_RATE_LIMITS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.keys(parseBackendConfig({}).rateLimits).map((name) => [name, '1000000']),
)
