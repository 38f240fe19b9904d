import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPreviewTokens, isSameSecret, PREVIEW_SESSION_MS } from './tickets.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const { createToken, isValid } = createPreviewTokens('a-secret-of-editors')

test('a ticket is good for eight hours', () => {
  const ticket = createToken()
  expect(isValid(ticket)).toBe(true)
  vi.setSystemTime(Date.now() + PREVIEW_SESSION_MS - 1)
  expect(isValid(ticket)).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  expect(isValid(ticket)).toBe(false)
  expect(PREVIEW_SESSION_MS).toBe(8 * 60 * 60 * 1000)
})

test('another secret ends all tickets', () => {
  expect(createPreviewTokens('another-secret-of-us').isValid(createToken())).toBe(false)
})

test('a ticket that somebody made, lengthened or cut is none', () => {
  const [end = '', signature = ''] = createToken().split('.')
  const later = String(Number(end) + 1)
  const forged = [
    '',
    '.',
    end,
    `${end}.`,
    `.${signature}`,
    `${later}.${signature}`,
    `0${end}.${signature}`,
    `${end}.${signature.slice(1)}`,
    `${end}.${signature}A`,
    `${end}.${signature}.${signature}`,
    `${end}.${signature.toLowerCase()}`,
    `Infinity.${signature}`,
    `${end}.${'A'.repeat(43)}`,
    'x'.repeat(10_000),
  ]
  for (const ticket of forged) expect([ticket, isValid(ticket)]).toEqual([ticket, false])
})

test.each([
  ['secret', 'secret', true],
  ['secret', 'Secret', false],
  ['', 'secret', false],
  ['secret-and-more', 'secret', false],
  ['é', 'e\u0301', false],
])('%j is as %j: %s', (given, wanted, same) => expect(isSameSecret(given, wanted)).toBe(same))
