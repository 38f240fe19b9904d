import { createHmac, timingSafeEqual } from 'node:crypto'

/** A signature that only the holder of the session's secret can make: bound to the session, with no key to keep. */
export const createAntiForgeryToken = (secret: string): string =>
  createHmac('sha256', secret).update('anti-forgery').digest('base64url')

/** Compares in constant time. */
export function isValidAntiForgeryToken(given: string | string[] | undefined, secret: string): boolean {
  const wanted = Buffer.from(createAntiForgeryToken(secret))
  const actual = Buffer.from(String(given))
  return actual.length === wanted.length && timingSafeEqual(actual, wanted)
}
