import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { getBackendUrl, sendApiRequest } from './http-client.ts'

const env = vi.hoisted(() => ({ backendUrl: '/api', environment: 'production' }))
vi.mock('#src/env.ts', () => ({ env }))

const calls: { url: string; init: RequestInit }[] = []
let respond: () => Promise<Response>

beforeEach(() => {
  Object.assign(env, { backendUrl: '/api', environment: 'production' })
  calls.length = 0
  respond = async () => Response.json({ messageId: '1' }, { status: 202 })
  vi.stubGlobal('location', new URL('https://site.example/contact'))
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, init })
    return respond()
  })
})

const get = (url = getBackendUrl('/auth/validate')) => sendApiRequest({ method: 'GET', url })
const getHeaders = () => new Headers(calls.at(-1)?.init.headers)
const getError = () => get().catch((error: unknown) => error)

test('requirements §7: always sets ClientId and EnvironmentId, and no DevOption outside dev', async () => {
  await get()
  expect(Object.fromEntries(getHeaders())).toEqual({ clientid: '3', environmentid: 'production' })
})

test.each([
  ['the value in local storage', 'mock-mail'],
  ['default', null],
])('requirements §7: in the dev environment DevOption is %s', async (expected, stored) => {
  env.environment = 'dev'
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'devOption' ? stored : null) })
  await get()
  expect(getHeaders().get('DevOption')).toBe(stored ?? expected)
})

test('requirements §7: sends the anti-forgery token of the cookie', async () => {
  vi.stubGlobal('document', { cookie: 'OLD-XSRF-TOKEN=no; XSRF-TOKEN=a=b; z=1' })
  await get()
  expect(getHeaders().get('X-XSRF-TOKEN')).toBe('a=b')
})

test.each([
  ['/api', '/api/contact', 'include'],
  ['/api', '/apis/contact', 'omit'],
  ['/api', 'https://site.example/api/contact', 'include'],
  ['/api', 'https://other.example/api/contact', 'omit'],
  ['https://api.example', 'https://api.example/contact', 'include'],
  ['https://api.example/v1', 'https://api.example/v2/contact', 'omit'],
  ['https://api.example', 'https://api.example.evil.example/contact', 'omit'],
])('requirements §7: with the backend at %s, the credentials mode of %s is %s', async (backend, url, credentials) => {
  env.backendUrl = backend
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=t' })
  await get(url)
  expect(calls.at(-1)?.init.credentials).toBe(credentials)
  expect(getHeaders().has('X-XSRF-TOKEN')).toBe(credentials === 'include')
})

test('sends a body as JSON, and no Content-Type without a body', async () => {
  await sendApiRequest({
    method: 'POST',
    url: '/api/contact',
    body: { name: 'Ada' },
    headers: { 'Idempotency-Key': 'k' },
  })
  expect(calls[0]?.init.body).toBe('{"name":"Ada"}')
  expect(getHeaders().get('Content-Type')).toBe('application/json')
  expect(getHeaders().get('Idempotency-Key')).toBe('k')
  await get()
  expect(getHeaders().has('Content-Type')).toBe(false)
})

test('returns parsed JSON, or undefined for another body', async () => {
  expect(await get()).toEqual({ messageId: '1' })
  respond = async () => new Response(null, { status: 204 })
  expect(await get()).toBeUndefined()
  respond = async () => new Response('<html>Welcome to our hotel', { status: 200 })
  expect(await get()).toBeUndefined()
})

test('throws an ApiError with the details of an error response', async () => {
  const body = { code: 'rate_limited', message: 'Slowly.', fields: { email: 'Enter a valid email address.' } }
  respond = async () => Response.json(body, { status: 429, headers: { 'Retry-After': '30' } })
  const error = await getError()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 30, fields: body.fields })
})

test('throws an ApiError for an error response of a proxy', async () => {
  respond = async () => new Response('<html>Bad gateway', { status: 502 })
  expect(await getError()).toMatchObject({ status: 502, code: 'unknown', retryAfter: undefined, fields: undefined })
})

test.each([
  [new TypeError('Failed to fetch'), 'no_answer'],
  [new DOMException('signal timed out', 'TimeoutError'), 'timeout'],
])('throws an ApiError without a status if there is no response: %s', async (cause, code) => {
  respond = () => Promise.reject(cause)
  const error = await getError()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: undefined, code, cause })
})

test('treats a truncated response as no response', async () => {
  respond = async () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('broken')) }))
  expect(await getError()).toMatchObject({ status: undefined, code: 'no_answer' })
})
