import { type CanonicalRequest, signRequest, verifyRequest } from '@contentful/node-apps-toolkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSignatureHeaders } from '#cms/local/webhooks/call-webhook.ts'
import { SIGNATURE_LIFETIME_S, verifySignature } from '#server/publishing/webhook-signature.ts'

const SECRET = '0123456789abcdef'.repeat(4)
const NAMES = ['x-contentful-topic', 'x-contentful-idempotency-key', 'x-site', 'content-type', 'b', 'a', 'x-a', 'z']

type Signed = Required<Pick<CanonicalRequest, 'path' | 'headers' | 'body'>>

/** Printable Latin-1, as Node decodes header values and paths. */
const latin1 = (unit: fc.Arbitrary<string>) => fc.string({ unit, maxLength: 20 })
const character = fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code))
const pathCharacter = fc.constantFrom(...'abcXYZ019/-._~%!$&\'()*+,;=:@?ü" <>[]{}|\\^`')

const requests = fc.record({
  path: latin1(pathCharacter).map((path) => `/${path}`),
  headers: fc.dictionary(fc.constantFrom(...NAMES), latin1(character)),
  body: fc.string({ unit: 'grapheme' }),
})

/** What can happen to a signed request on its way. */
const changes = fc.oneof(
  fc.record({ what: fc.constant('path'), path: latin1(pathCharacter).map((path) => `/${path}`) }),
  fc.record({ what: fc.constant('body'), body: fc.string({ unit: 'grapheme' }) }),
  fc.record({
    what: fc.constant('header'),
    name: fc.constantFrom(...NAMES, 'x-contentful-timestamp', 'x-contentful-signed-headers', 'x-contentful-signature'),
    value: fc.option(
      fc.oneof(
        latin1(character),
        fc.subarray([...NAMES, 'x-contentful-timestamp']).map((names) => names.join(',')),
        fc.constantFrom('', '0', '1789000000000', 'a'.repeat(64)),
      ),
      { nil: undefined },
    ),
  }),
  fc.record({ what: fc.constant('order'), seed: fc.nat() }),
  fc.record({ what: fc.constant('spaces') }),
)

type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never

function changed(request: Signed, change: Change): Signed {
  if ('path' in change) return { ...request, path: change.path }
  if ('body' in change) return { ...request, body: change.body }
  if ('name' in change) {
    const { [change.name]: _, ...headers } = request.headers
    return { ...request, headers: change.value === undefined ? headers : { ...headers, [change.name]: change.value } }
  }
  const entries = Object.entries(request.headers)
  if ('seed' in change) {
    const first = change.seed % entries.length
    return { ...request, headers: Object.fromEntries([...entries.slice(first), ...entries.slice(0, first)]) }
  }
  return { ...request, headers: Object.fromEntries(entries.map(([name, value]) => [name, ` ${value} `])) }
}

function isOfficiallyVerified(request: Signed): boolean {
  try {
    return verifyRequest(SECRET, { method: 'POST', ...request }, SIGNATURE_LIFETIME_S)
  } catch {
    return false // expired or malformed
  }
}

const isVerified = (request: Signed, now = Date.now()) => verifySignature(SECRET, request, now)

const officiallySigned = (request: Signed, time: number): Signed => {
  const signature = signRequest(SECRET, { method: 'POST', ...request, headers: { ...request.headers } }, time)
  return { ...request, headers: { ...request.headers, ...signature } }
}

test('accepts what the official signRequest signs', () => {
  fc.assert(fc.property(requests, (request) => isVerified(officiallySigned(request, Date.now()))))
})

test('agrees with the official verifyRequest about requests that were changed', () => {
  const answers = new Set<boolean>()
  fc.assert(
    fc.property(requests, changes, (request, change) => {
      const received = changed(officiallySigned(request, Date.now()), change)
      const verified = isVerified(received)
      answers.add(verified)
      expect(verified).toBe(isOfficiallyVerified(received))
    }),
    { numRuns: 500 },
  )
  expect(answers).toEqual(new Set([true, false]))
})

const request: Signed = { path: '/webhooks/contentful', headers: { 'x-contentful-topic': 'Entry' }, body: '{}' }

test.each([
  [0, true],
  [SIGNATURE_LIFETIME_S * 1000 - 30_000, true],
  [SIGNATURE_LIFETIME_S * 1000, false],
  [86_400_000, false],
])('agrees with the official verifyRequest about a request of %d ms ago', (age, expected) => {
  const received = officiallySigned(request, Date.now() - age)
  expect([isVerified(received), isOfficiallyVerified(received)]).toEqual([expected, expected])
})

test('refuses another secret, and a request that was signed in the future', () => {
  const now = Date.now()
  const limit = SIGNATURE_LIFETIME_S * 1000
  expect(verifySignature(SECRET.replace('0', '1'), officiallySigned(request, now), now)).toBe(false)
  expect(isVerified(officiallySigned(request, now + limit), now)).toBe(true)
  expect(isVerified(officiallySigned(request, now + limit + 1), now)).toBe(false)
})

test('the signatures of the local Contentful are accepted by both', () => {
  fc.assert(
    fc.property(requests, (each) => {
      const headers = { ...each.headers, ...createSignatureHeaders(SECRET, { method: 'POST', ...each }) }
      const received = { ...each, headers }
      expect([isVerified(received), isOfficiallyVerified(received)]).toEqual([true, true])
    }),
  )
})
