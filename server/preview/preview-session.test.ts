import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSameSecret } from '#server/http/is-same-secret.ts'
import { createPreviewTokens, PREVIEW_SESSION_MS } from './preview-session.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const { createToken, readSession } = createPreviewTokens('a-secret-of-editors')
const isValid = (token: string) => readSession(token) !== undefined

test('a token is valid for eight hours', () => {
  const token = createToken()
  expect(isValid(token)).toBe(true)
  vi.setSystemTime(Date.now() + PREVIEW_SESSION_MS - 1)
  expect(isValid(token)).toBe(true)
  vi.setSystemTime(Date.now() + 1)
  expect(isValid(token)).toBe(false)
  expect(PREVIEW_SESSION_MS).toBe(8 * 60 * 60 * 1000)
})

test('a token is invalid with another secret', () => {
  expect(createPreviewTokens('another-secret-of-us').readSession(createToken())).toBeUndefined()
})

test('a token contains the scheduled changes of its session', () => {
  const at = new Date('2026-12-24T18:00:00Z')
  const token = createToken({ at, publish: ['photo'], unpublish: ['old'] })
  const { scheduled } = readSession(token) ?? {}
  expect(scheduled?.at).toEqual(at)
  expect([scheduled?.isPublished('photo'), scheduled?.isUnpublished('old')]).toEqual([true, true])
  expect(scheduled?.isPublished('old')).toBe(false)
  expect(readSession(createToken())).toEqual({})
  const [expiresAt, changes = '', signature] = token.split('.')
  expect(readSession(`${expiresAt}.${changes.replace(/^./, 'B')}.${signature}`)).toBeUndefined()
  expect(readSession(`${expiresAt}.${signature}`)).toBeUndefined()
})

test('a forged or changed token is invalid', () => {
  const [expiresAt = '', signature = ''] = createToken().split('.')
  const later = String(Number(expiresAt) + 1)
  const forged = [
    '',
    '.',
    expiresAt,
    `${expiresAt}.`,
    `.${signature}`,
    `${later}.${signature}`,
    `0${expiresAt}.${signature}`,
    `${expiresAt}.${signature.slice(1)}`,
    `${expiresAt}.${signature}A`,
    `${expiresAt}.${signature}.${signature}`,
    `${expiresAt}.${signature.toLowerCase()}`,
    `Infinity.${signature}`,
    `${expiresAt}.${'A'.repeat(43)}`,
    'x'.repeat(10_000),
  ]
  for (const token of forged) expect([token, isValid(token)]).toEqual([token, false])
})

test.each([
  ['secret', 'secret', true],
  ['secret', 'Secret', false],
  ['', 'secret', false],
  ['secret-and-more', 'secret', false],
  ['é', 'e\u0301', false],
])('compares %j with %j: %s', (given, expected, isSame) => expect(isSameSecret(given, expected)).toBe(isSame))
