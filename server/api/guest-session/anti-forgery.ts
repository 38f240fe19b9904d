import { createHmac, timingSafeEqual } from 'node:crypto'

/** Creates the anti-forgery token of a session: an HMAC with the session secret, so it needs neither storage nor another key. */
export const createAntiForgeryToken = (secret: string): string =>
  createHmac('sha256', secret).update('anti-forgery').digest('base64url')

/** Compares the token with that of the session, in constant time. */
export function isValidAntiForgeryToken(token: string | string[] | undefined, secret: string): boolean {
  const expected = Buffer.from(createAntiForgeryToken(secret))
  const actual = Buffer.from(String(token))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
