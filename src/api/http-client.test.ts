import { beforeEach, expect, test, vi } from 'vitest'
import type { BrowserStorage } from './browser-storage.ts'
import { ApiError, getBackendUrl, sendApiRequest } from './http-client.ts'

const env = vi.hoisted(() => ({ backendUrl: '/api', environment: 'production' }))
vi.mock('#src/env.ts', () => ({ env }))

const calls: { url: string; init: RequestInit }[] = []
let respond: () => Promise<Response>
let local: BrowserStorage

const createStorage = (get: BrowserStorage['get']): BrowserStorage => ({
  get,
  set: () => {},
  remove: () => {},
})

beforeEach(() => {
  Object.assign(env, { backendUrl: '/api', environment: 'production' })
  calls.length = 0
  respond = async () => Response.json({ messageId: '1' }, { status: 202 })
  vi.stubGlobal('location', new URL('https://site.example/contact'))
  vi.stubGlobal('document', { cookie: '' })
  local = createStorage(() => null)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, init })
    return respond()
  })
})

const get = (url = getBackendUrl('/auth/validate')) => sendApiRequest({ method: 'GET', url, local })
const headers = () => new Headers(calls.at(-1)?.init.headers)
const getError = () => get().catch((error: unknown) => error)

test('§7 always sets ClientId and EnvironmentId, and no dev option outside dev', async () => {
  await get()
  expect(Object.fromEntries(headers())).toEqual({ clientid: '3', environmentid: 'production' })
})

test.each([
  ['the value of local storage', 'mock-mail'],
  ['default', null],
])('§7 in the dev environment the dev option is %s', async (expected, stored) => {
  env.environment = 'dev'
  local = createStorage((key) => (key === 'devOption' ? stored : null))
  await get()
  expect(headers().get('DevOption')).toBe(stored ?? expected)
})

test('§7 sends the anti-forgery token of the cookie', async () => {
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
])('§7 backend %s, request to %s: credentials %s', async (backend, url, credentials) => {
  env.backendUrl = backend
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=t' })
  await get(url)
  expect(calls.at(-1)?.init.credentials).toBe(credentials)
  expect(headers().has('X-XSRF-TOKEN')).toBe(credentials === 'include')
})

test('sends a body as JSON, and no content type without a body', async () => {
  await sendApiRequest({
    method: 'POST',
    url: '/api/contact',
    body: { name: 'Ada' },
    headers: { 'Idempotency-Key': 'k' },
    local,
  })
  expect(calls[0]?.init.body).toBe('{"name":"Ada"}')
  expect(headers().get('Content-Type')).toBe('application/json')
  expect(headers().get('Idempotency-Key')).toBe('k')
  await get()
  expect(headers().has('Content-Type')).toBe(false)
})

test('resolves with the JSON body, or with undefined', async () => {
  expect(await get()).toEqual({ messageId: '1' })
  respond = async () => new Response(null, { status: 204 })
  expect(await get()).toBeUndefined()
  respond = async () => new Response('<html>Welcome to our hotel', { status: 200 })
  expect(await get()).toBeUndefined()
})

test('rejects with the backend’s error for a status of 400 or more', async () => {
  const body = { code: 'rate_limited', message: 'Slowly.', fields: { email: 'Enter a valid email address.' } }
  respond = async () => Response.json(body, { status: 429 })
  const error = await getError()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 429, code: 'rate_limited', fields: body.fields })
})

test('rejects with the code unknown for the error page of a proxy', async () => {
  respond = async () => new Response('<html>Bad gateway', { status: 502 })
  expect(await getError()).toMatchObject({ status: 502, code: 'unknown', fields: undefined })
})

test.each([
  [new TypeError('Failed to fetch'), 'no_answer'],
  [new DOMException('signal timed out', 'TimeoutError'), 'timeout'],
])('rejects without a status if there is no response: %s', async (cause, code) => {
  respond = () => Promise.reject(cause)
  const error = await getError()
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: undefined, code, cause })
})

test('treats a truncated response as no response', async () => {
  respond = async () => new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('broken')) }))
  expect(await getError()).toMatchObject({ status: undefined, code: 'no_answer' })
})
