import { type CanonicalRequest, signRequest, verifyRequest } from '@contentful/node-apps-toolkit'
import { expect, test } from 'vitest'
import { SIGNATURE_LIFETIME_S, verifySignature } from '#server/publishing/publishing-routes.ts'

const SECRET = '0123456789abcdef'.repeat(4)

type SignedRequest = Required<Pick<CanonicalRequest, 'path' | 'headers' | 'body'>>

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

const request: SignedRequest = {
  path: '/webhooks/contentful?site=1',
  headers: { 'x-contentful-topic': 'Entry', 'x-site': 'main' },
  body: '{"name":"Ü😀"}',
}

test.each<[name: string, request: SignedRequest]>([
  ['as usual', request],
  ['a path with percent signs, umlauts and spaces', { ...request, path: '/a%20b/%C3%BC/ü c?x=%2F&y=ä' }],
  ['a header value in Latin-1', { ...request, headers: { 'x-site': 'café ÿ' } }],
  ['a header value with spaces around it', { ...request, headers: { 'x-site': '  main ' } }],
  ['an empty body', { ...request, body: '' }],
])('accepts what the official signRequest signs: %s', async (_, signed) => {
  expect(await isVerified(signOfficially(signed, Date.now()))).toBe(true)
})

const SIGNED_NAMES = 'x-contentful-signed-headers'

type Change = (signed: SignedRequest) => Partial<SignedRequest>

const setHeader =
  (name: string, change: (value: string) => string): Change =>
  ({ headers }) => ({ headers: { ...headers, [name]: change(headers[name] ?? '') } })

const removeHeader =
  (removed: string): Change =>
  ({ headers }) => ({ headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== removed)) })

test.each<[what: string, isAccepted: boolean, change: Change]>([
  ['another path', false, () => ({ path: '/webhooks/other?site=1' })],
  ['another query', false, () => ({ path: '/webhooks/contentful?site=2' })],
  ['a path in another encoding', false, () => ({ path: '/webhooks/%63ontentful?site=1' })],
  ['one byte more in the body', false, ({ body }) => ({ body: `${body} ` })],
  ['a changed signed header', false, setHeader('x-site', () => 'other')],
  ['a removed signed header', false, removeHeader('x-site')],
  ['spaces around a signed header', true, setHeader('x-site', (value) => ` ${value} `)],
  ['one header more', true, setHeader('x-other', () => 'a')],
  ['one signed name less', false, setHeader(SIGNED_NAMES, (names) => names.replace(',x-site', ''))],
  ['the timestamp 0', false, setHeader('x-contentful-timestamp', () => '0')],
  ['no timestamp', false, removeHeader('x-contentful-timestamp')],
  ['a shorter signature', false, setHeader('x-contentful-signature', (signature) => signature.slice(1))],
  [
    'one signed header more',
    false,
    ({ headers }) => ({ headers: { ...headers, 'x-other': 'a', [SIGNED_NAMES]: `${headers[SIGNED_NAMES]},x-other` } }),
  ],
  [
    'headers in another order',
    true,
    ({ headers }) => ({ headers: Object.fromEntries(Object.entries(headers).toReversed()) }),
  ],
])('agrees with the official verifyRequest about %s', async (_, isAccepted, change) => {
  const signed = signOfficially(request, Date.now())
  const received = { ...signed, ...change(signed) }
  expect([await isVerified(received), isOfficiallyVerified(received)]).toEqual([isAccepted, isAccepted])
})

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
