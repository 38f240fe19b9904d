import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { getBackendUrl, sendApiRequest } from './http-client.ts'

const env = vi.hoisted(() => ({ backendUrl: '/api', environment: 'production' }))
vi.mock('#src/env.ts', () => ({ env }))

const calls: { url: string; init: RequestInit }[] = []
let answer: () => Promise<Response>

beforeEach(() => {
  Object.assign(env, { backendUrl: '/api', environment: 'production' })
  calls.length = 0
  answer = async () => Response.json({ messageId: '1' }, { status: 202 })
  vi.stubGlobal('location', new URL('https://site.example/contact'))
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('localStorage', { getItem: () => null })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, init })
    return answer()
  })
})

const get = (url = getBackendUrl('/auth/validate')) => sendApiRequest({ method: 'GET', url })
const headers = () => new Headers(calls.at(-1)?.init.headers)
const failure = () => get().catch((error: unknown) => error)

test('requirements §7: ClientId and EnvironmentId are always set; outside dev no dev option', async () => {
  await get()
  expect(Object.fromEntries(headers())).toEqual({ clientid: '3', environmentid: 'production' })
})

test.each([
  ['what local storage holds', 'mock-mail'],
  ['default', null],
])('requirements §7: in the dev environment the dev option is %s', async (expected, kept) => {
  env.environment = 'dev'
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'devOption' ? kept : null) })
  await get()
  expect(headers().get('DevOption')).toBe(kept ?? expected)
})

test('requirements §7: the anti-forgery token is that of the cookie', async () => {
  vi.stubGlobal('document', { cookie: 'OLD-XSRF-TOKEN=no; XSRF-TOKEN=a=b; z=1' })
  await get()
  expect(headers().get('X-XSRF-TOKEN')).toBe('a=b')
})

test.each([
  ['/api', '/api/contact', 'include'],
  ['/api', '/apis/contact', 'omit'],
  ['/api', 'https://site.example/api/contact', 'include'],
  ['/api', 'https://other.example/api/contact', 'omit'],
  ['https://api.example', 'https://api.example/contact', 'include'],
  ['https://api.example/v1', 'https://api.example/v2/contact', 'omit'],
  ['https://api.example', 'https://api.example.evil.example/contact', 'omit'],
])('requirements §7: with the backend at %s, credentials to %s: %s', async (backend, url, credentials) => {
  env.backendUrl = backend
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=t' })
  await get(url)
  expect(calls.at(-1)?.init.credentials).toBe(credentials)
  expect(headers().has('X-XSRF-TOKEN')).toBe(credentials === 'include')
})

test('a body is JSON, and a request without one says nothing of it', async () => {
  await sendApiRequest({
    method: 'POST',
    url: '/api/contact',
    body: { name: 'Ada' },
    headers: { 'Idempotency-Key': 'k' },
  })
  expect(calls[0]?.init.body).toBe('{"name":"Ada"}')
  expect(headers().get('Content-Type')).toBe('application/json')
  expect(headers().get('Idempotency-Key')).toBe('k')
  await get()
  expect(headers().has('Content-Type')).toBe(false)
})

test('answers are JSON, or nothing', async () => {
  expect(await get()).toEqual({ messageId: '1' })
  answer = async () => new Response(null, { status: 204 })
  expect(await get()).toBeUndefined()
  answer = async () => new Response('<html>Welcome to our hotel', { status: 200 })
  expect(await get()).toBeUndefined()
})

test('an answer of 400 or more is an error that says what the backend said', async () => {
  const body = { code: 'rate_limited', message: 'Slowly.', fields: { email: 'Enter a valid email address.' } }
  answer = async () => Response.json(body, { status: 429, headers: { 'Retry-After': '30' } })
  const error = await failure()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 30, fields: body.fields })
})

test('so is one of somebody between here and the backend', async () => {
  answer = async () => new Response('<html>Bad gateway', { status: 502 })
  expect(await failure()).toMatchObject({ status: 502, code: 'unknown', retryAfter: undefined, fields: undefined })
})

test.each([
  [new TypeError('Failed to fetch'), 'no_answer'],
  [new DOMException('signal timed out', 'TimeoutError'), 'timeout'],
])('no answer is an error without a status: %s', async (cause, code) => {
  answer = () => Promise.reject(cause)
  const error = await failure()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: undefined, code, cause })
})

test('an answer that breaks off counts as none', async () => {
  answer = async () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('broken')) }))
  expect(await failure()).toMatchObject({ status: undefined, code: 'no_answer' })
})
