import { afterEach, expect, test, vi } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { createResponseHandler, parseApiError, toFatalError } from './api-error.ts'
import { getLocalManagementConnection } from './space-connections.ts'

/** Creates an error as the SDK throws it: its message contains the request with the token. */
const createSdkError = (body: object) =>
  new Error(JSON.stringify({ ...body, request: { headers: { Authorization: 'Bearer ...token' } } }, null, '  '))

test('formats the message and the details of an error on one line', () => {
  const info = parseApiError(
    createSdkError({
      status: 422,
      message: 'Validation error',
      details: {
        errors: [
          { name: 'size', details: 'Size must be at most 60', path: ['fields', 'title', 'en-US'], value: 'x' },
          { name: 'notResolvable', link: { type: 'Link', linkType: 'Asset', id: 'a1' }, path: ['fields', 'logo'] },
          'unexpected detail',
        ],
      },
    }),
  )
  expect(info).toEqual({
    status: 422,
    message: 'Validation error; fields.title.en-US size Size must be at most 60; fields.logo notResolvable Asset a1',
    isUnreachable: false,
    isTruncated: false,
  })
})

test('does not contain the request', () => {
  expect(
    JSON.stringify(parseApiError(createSdkError({ status: 401, message: 'The access token is invalid' }))),
  ).not.toContain('Bearer')
})

test('does not contain the request when the message is not a string', () => {
  const { status, message } = parseApiError(createSdkError({ status: 422, message: { de: 'Nein' } }))
  expect({ status, message }).toEqual({ status: 422, message: 'Error' })
})

test('removes control characters', () => {
  expect(parseApiError(createSdkError({ status: 422, message: 'a \u001b[31mred\u0007 word' })).message).toBe(
    'a [31mred word',
  )
})

test('returns the message of any other error on one line', () => {
  expect(parseApiError(new Error('first\n  second'))).toEqual({
    status: 0,
    message: 'first second',
    isUnreachable: false,
    isTruncated: false,
  })
})

test('accepts a thrown value that is not an error', () => expect(parseApiError('x').status).toBe(0))

const connection = {
  ...getLocalManagementConnection('http://127.0.0.1:1'),
  insecure: false,
  host: 'api.contentful.com',
}
const createStatusError = (status: number) => new Error(JSON.stringify({ status, message: 'Because' }))

test.each([
  [401, 'reading', true],
  [401, 'writing', true],
  [403, 'writing', true],
  [404, 'reading', true],
  [404, 'writing', false],
  [409, 'writing', false],
  [422, 'writing', false],
  [503, 'reading', true],
  [503, 'writing', true],
  [422, 'writing', false],
] as const)('%i while %s is fatal: %s', (status, phase, isFatal) => {
  expect(toFatalError(createStatusError(status), connection, phase) !== null).toBe(isFatal)
})

test('treats a missing response as fatal', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { isAxiosError: true, config: { headers: 'token' } })
  expect(toFatalError(error, connection, 'writing')?.lines).toEqual([
    'api.contentful.com does not respond (connect ECONNREFUSED): check the network and run this again, it continues where it stopped',
  ])
})

test('does not treat other errors as fatal', () => {
  expect(toFatalError(new TypeError('x is not a function'), connection, 'reading')).toBeNull()
})

function handleResponse(response: unknown) {
  const pauses: number[] = []
  createResponseHandler({ waitForTurn: async () => {}, pauseFor: (seconds) => pauses.push(seconds) })(response)
  return pauses
}

const createFailedResponse = (status: number, headers: object) =>
  Object.assign(new Error('Request failed'), { response: { status, headers, data: {} } })

test('pauses the limiter after a 429 until its reset', () => {
  expect(handleResponse(createFailedResponse(429, { 'x-contentful-ratelimit-reset': '7' }))).toEqual([7])
})

test('does not count a 429 with a reset as an attempt of the client', () => {
  const config = { attempts: 5 }
  handleResponse(Object.assign(createFailedResponse(429, { 'x-contentful-ratelimit-reset': '1' }), { config }))
  expect(config).toEqual({ attempts: 0 })
  const failed = { attempts: 5 }
  handleResponse(Object.assign(createFailedResponse(429, {}), { config: failed }))
  handleResponse(Object.assign(createFailedResponse(503, {}), { config: failed }))
  expect(failed).toEqual({ attempts: 5 })
})

afterEach(() => {
  vi.useRealTimers()
})

test('throws when all responses are 429 for ten minutes', () => {
  vi.useFakeTimers()
  const handle = createResponseHandler({ waitForTurn: async () => {}, pauseFor: () => {} })
  const limited = createFailedResponse(429, { 'x-contentful-ratelimit-reset': '1' })
  handle(limited)
  vi.advanceTimersByTime(9 * 60_000)
  handle(limited)
  handle({ status: 200, headers: {}, data: { items: [] } })
  handle(limited)
  vi.advanceTimersByTime(9 * 60_000)
  handle(limited)
  vi.advanceTimersByTime(2 * 60_000)
  expect(() => handle(limited)).toThrow(/^The rate limit of the space has been reached for 10 min without a break/)
})

test.each(['121', '3600', '100000'])('throws when the reset is in %s s', (seconds) => {
  expect(() => handleResponse(createFailedResponse(429, { 'x-contentful-ratelimit-reset': seconds }))).toThrow(
    new UserError(
      `The rate limit of the space is reached for ${Math.ceil(Number(seconds) / 60)} min: run this again then, it continues where it stopped`,
    ),
  )
})

test.each([
  ['another error', createFailedResponse(503, { 'x-contentful-ratelimit-reset': '7' })],
  ['a 429 without a reset', createFailedResponse(429, {})],
  ['a reset that is not a number', createFailedResponse(429, { 'x-contentful-ratelimit-reset': 'soon' })],
  ['a missing response', new Error('socket hang up')],
  ['a successful response', { status: 200, headers: {}, data: { items: [] } }],
  ['a response without a body', { status: 204, headers: {}, data: '' }],
])('does not pause after %s', (_, response) => expect(handleResponse(response)).toEqual([]))

test('rejects a page instead of JSON', () => {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, data: '<html>' }
  expect(() => handleResponse(page)).toThrow('its response is not JSON, but text/html')
})

test.each(['', null])('rejects the body %j of a 200 response', (data) => {
  expect(() => handleResponse({ status: 200, headers: {}, data })).toThrow('its response is empty')
})
