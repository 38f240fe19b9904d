import { type CanonicalRequest, signRequest, verifyRequest } from '@contentful/node-apps-toolkit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SIGNATURE_LIFETIME_S, verifySignature } from '#server/publishing/webhook-signature.ts'

const SECRET = '0123456789abcdef'.repeat(4)
const NAMES = ['x-contentful-topic', 'x-contentful-idempotency-key', 'x-site', 'content-type', 'b', 'a', 'x-a', 'z']

type SignedRequest = Required<Pick<CanonicalRequest, 'path' | 'headers' | 'body'>>

/** Printable Latin-1, as Node decodes header values and paths. */
const latin1String = (unit: fc.Arbitrary<string>) => fc.string({ unit, maxLength: 20 })
const character = fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code))
const pathCharacter = fc.constantFrom(...'abcXYZ019/-._~%!$&\'()*+,;=:@?ü" <>[]{}|\\^`')

const requestArbitrary = fc.record({
  path: latin1String(pathCharacter).map((path) => `/${path}`),
  headers: fc.dictionary(fc.constantFrom(...NAMES), latin1String(character)),
  body: fc.string({ unit: 'grapheme' }),
})

/** Changes of a signed request in transit. */
const changeArbitrary = fc.oneof(
  fc.record({ what: fc.constant('path'), path: latin1String(pathCharacter).map((path) => `/${path}`) }),
  fc.record({ what: fc.constant('body'), body: fc.string({ unit: 'grapheme' }) }),
  fc.record({
    what: fc.constant('header'),
    name: fc.constantFrom(...NAMES, 'x-contentful-timestamp', 'x-contentful-signed-headers', 'x-contentful-signature'),
    value: fc.option(
      fc.oneof(
        latin1String(character),
        fc.subarray([...NAMES, 'x-contentful-timestamp']).map((names) => names.join(',')),
        fc.constantFrom('', '0', '1789000000000', 'a'.repeat(64)),
      ),
      { nil: undefined },
    ),
  }),
  fc.record({ what: fc.constant('order'), seed: fc.nat() }),
  fc.record({ what: fc.constant('spaces') }),
)

type Change = typeof changeArbitrary extends fc.Arbitrary<infer Value> ? Value : never

function applyChange(request: SignedRequest, change: Change): SignedRequest {
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

function isOfficiallyVerified(request: SignedRequest): boolean {
  try {
    return verifyRequest(SECRET, { method: 'POST', ...request }, SIGNATURE_LIFETIME_S)
  } catch {
    return false // expired or malformed
  }
}

const isVerified = (request: SignedRequest, { secret = SECRET, now = Date.now() } = {}) =>
  verifySignature(secret, { ...request, body: [Buffer.from(request.body)] }, now)

const signOfficially = (request: SignedRequest, time: number): SignedRequest => {
  const signature = signRequest(SECRET, { method: 'POST', ...request, headers: { ...request.headers } }, time)
  return { ...request, headers: { ...request.headers, ...signature } }
}

test('accepts what the official signRequest signs', () =>
  fc.assert(fc.asyncProperty(requestArbitrary, (request) => isVerified(signOfficially(request, Date.now())))))

test('agrees with the official verifyRequest about changed requests', async () => {
  const results = new Set<boolean>()
  await fc.assert(
    fc.asyncProperty(requestArbitrary, changeArbitrary, async (request, change) => {
      const received = applyChange(signOfficially(request, Date.now()), change)
      const verified = await isVerified(received)
      results.add(verified)
      expect(verified).toBe(isOfficiallyVerified(received))
    }),
    { numRuns: 500 },
  )
  expect(results).toEqual(new Set([true, false]))
})

const request: SignedRequest = { path: '/webhooks/contentful', headers: { 'x-contentful-topic': 'Entry' }, body: '{}' }

test.each([
  [0, true],
  [SIGNATURE_LIFETIME_S * 1000 - 30_000, true],
  [SIGNATURE_LIFETIME_S * 1000, false],
  [86_400_000, false],
])('agrees with the official verifyRequest about a request of %d ms ago', async (age, expected) => {
  const received = signOfficially(request, Date.now() - age)
  expect([await isVerified(received), isOfficiallyVerified(received)]).toEqual([expected, expected])
})

test('rejects another secret, and a request that was signed in the future', async () => {
  const now = Date.now()
  const limit = SIGNATURE_LIFETIME_S * 1000
  expect(await isVerified(signOfficially(request, now), { secret: SECRET.replace('0', '1'), now })).toBe(false)
  expect(await isVerified(signOfficially(request, now + limit), { now })).toBe(true)
  expect(await isVerified(signOfficially(request, now + limit + 1), { now })).toBe(false)
})
