import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const randomKey = randomBytes(32)

/**
 * Compares a given secret with the expected one in constant time. Both are hashed first, so that the duration does not
 * depend on their lengths either.
 */
export function isSameSecret(given: string, expected: string): boolean {
  const hash = (text: string) => createHmac('sha256', randomKey).update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
