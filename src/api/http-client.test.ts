import { beforeEach, expect, test, vi } from 'vitest'
import { createBrowserStorage } from './browser-storage.ts'
import { ApiError, getBackendUrl, sendApiRequest } from './http-client.ts'

const env = vi.hoisted(() => ({ backendUrl: '/api', environment: 'production' }))
vi.mock('#src/env.ts', () => ({ env }))

const calls: { url: string; init: RequestInit }[] = []
let respond: () => Promise<Response>
let local = createBrowserStorage(() => undefined)

beforeEach(() => {
  Object.assign(env, { backendUrl: '/api', environment: 'production' })
  calls.length = 0
  respond = async () => Response.json({ messageId: '1' }, { status: 202 })
  vi.stubGlobal('location', new URL('https://site.example/contact'))
  vi.stubGlobal('document', { cookie: '' })
  local = createBrowserStorage(() => undefined)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    calls.push({ url, init })
    return respond()
  })
})

const get = (url = getBackendUrl('/auth/validate')) => sendApiRequest({ method: 'GET', url, local })
const headers = () => new Headers(calls.at(-1)?.init.headers)
const getError = () => get().catch((error: unknown) => error)

test('§7.5 always sets ClientId and EnvironmentId, no dev option outside dev, and a content type with a body', async () => {
  using timeout = vi.spyOn(AbortSignal, 'timeout')
  local.set('devOption', 'mock-mail')
  await get()
  await sendApiRequest({ method: 'POST', url: '/api/contact', body: { name: 'Ada' }, headers: { Key: 'k' }, local })
  expect(timeout.mock.calls).toEqual([[15_000], [15_000]])
  const requests = calls.map(({ url, init: { headers, ...init } }) => [
    url,
    Object.fromEntries(new Headers(headers)),
    init,
  ])
  const [getSignal, postSignal] = timeout.mock.results.map(({ value }) => value)
  const [ids, fixed] = [
    { clientid: '3', environmentid: 'production' },
    { credentials: 'include', cache: 'no-store' },
  ]
  expect(requests).toEqual([
    ['/api/auth/validate', ids, { ...fixed, method: 'GET', body: null, signal: getSignal }],
    [
      '/api/contact',
      { ...ids, key: 'k', 'content-type': 'application/json' },
      { ...fixed, method: 'POST', body: '{"name":"Ada"}', signal: postSignal },
    ],
  ])
})

test.each([
  ['the value of local storage', 'mock-mail'],
  ['default', null],
  ['default', ''],
])('§7.5 in the dev environment the dev option is %s', async (expected, stored) => {
  env.environment = 'dev'
  if (stored !== null) local.set('devOption', stored)
  await get()
  expect(headers().get('DevOption')).toBe(stored || expected)
})

test.each([
  ['/api', '/api/contact', 'include'],
  ['/api', '/apis/contact', 'omit'],
  ['/api', 'https://site.example/api/contact', 'include'],
  ['/api', 'https://other.example/api/contact', 'omit'],
  ['https://api.example', 'https://api.example/contact', 'include'],
  ['/api/', '/api/contact', 'include'],
  ['https://api.example/v1', 'https://api.example/v1', 'include'],
  ['https://api.example/v1', 'https://api.example/v2/contact', 'omit'],
  ['https://api.example', 'https://api.example.evil.example/contact', 'omit'],
])('§7.5 §7.6 backend %s, request to %s: credentials %s', async (backend, url, credentials) => {
  env.backendUrl = backend
  vi.stubGlobal('document', { cookie: 'OLD-XSRF-TOKEN=no; XSRF-TOKEN=a=b; z=1' })
  await get(url)
  expect(calls.at(-1)?.init.credentials).toBe(credentials)
  expect(headers().get('X-XSRF-TOKEN')).toBe(credentials === 'include' ? 'a=b' : null)
})

test('resolves with the JSON body, or with undefined', async () => {
  expect(await get()).toEqual({ messageId: '1' })
  respond = async () => new Response(null, { status: 204 })
  expect(await get()).toBeUndefined()
  respond = async () => new Response('<html>Welcome to our hotel', { status: 200 })
  expect(await get()).toBeUndefined()
})

test('rejects with the backend’s error for a status of 400 or more, with the code unknown for the page of a proxy', async () => {
  const body = { code: 'rate_limited', message: 'Slowly.', fields: { email: 'Enter a valid email address.' } }
  respond = async () => Response.json(body, { status: 429 })
  const message = 'GET /api/auth/validate: 429, rate_limited' // without data of the visitor
  expect(await getError()).toMatchObject({ ...body, name: 'ApiError', message, status: 429 })
  respond = async () => new Response('<html>Bad gateway', { status: 502 })
  expect(await getError()).toMatchObject({ status: 502, code: 'unknown', fields: undefined })
})

test.each([
  [new TypeError('Failed to fetch'), 'no_answer'],
  [new DOMException('signal timed out', 'TimeoutError'), 'timeout'],
  [new DOMException('The user aborted a request.', 'AbortError'), 'no_answer'],
])('rejects without a status if there is no response, or a truncated one: %s', async (cause, code) => {
  const broken = new Response(new ReadableStream({ start: (stream) => stream.error(cause) }))
  for (const response of [Promise.reject(cause), Promise.resolve(broken)]) {
    respond = () => response
    const error = await getError()
    expect(error).toBeInstanceOf(ApiError)
    const message = `GET /api/auth/validate: no response, ${code}`
    expect(error).toMatchObject({ message, status: undefined, code, cause })
  }
})
