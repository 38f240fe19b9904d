import { expect, test } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { createResponseHandler, parseApiError, toFatalError } from './api-error.ts'
import { getLocalManagementConnection } from './space-connections.ts'

/** As the SDK throws it: request, token and all are in the message. */
const sdkError = (answer: object) =>
  new Error(JSON.stringify({ ...answer, request: { headers: { Authorization: 'Bearer ...token' } } }, null, '  '))

test('says on one line what Contentful says, and where', () => {
  const problem = parseApiError(
    sdkError({
      status: 422,
      message: 'Validation error',
      details: {
        errors: [
          { name: 'size', details: 'Size must be at most 60', path: ['fields', 'title', 'en-US'], value: 'x' },
          { name: 'notResolvable', link: { type: 'Link', linkType: 'Asset', id: 'a1' }, path: ['fields', 'logo'] },
          'not what was promised',
        ],
      },
    }),
  )
  expect(problem).toEqual({
    status: 422,
    message: 'Validation error; fields.title.en-US size Size must be at most 60; fields.logo notResolvable Asset a1',
    isUnreachable: false,
    isTruncated: false,
  })
})

test('takes nothing of the request', () => {
  expect(
    JSON.stringify(parseApiError(sdkError({ status: 401, message: 'The access token is invalid' }))),
  ).not.toContain('Bearer')
})

test('nor where the answer’s message is no text', () => {
  const { status, message } = parseApiError(sdkError({ status: 422, message: { de: 'Nein' } }))
  expect({ status, message }).toEqual({ status: 422, message: 'Error' })
})

test('control characters do not reach the terminal', () => {
  expect(parseApiError(sdkError({ status: 422, message: 'a \u001b[31mred\u0007 word' })).message).toBe('a [31mred word')
})

test('an error of our own passes with its message, on one line', () => {
  expect(parseApiError(new Error('first\n  second'))).toEqual({
    status: 0,
    message: 'first second',
    isUnreachable: false,
    isTruncated: false,
  })
})

test('what is no error at all is one too', () => expect(parseApiError('x').status).toBe(0))

const connection = {
  ...getLocalManagementConnection('http://127.0.0.1:1'),
  insecure: false,
  host: 'api.contentful.com',
}
const answered = (status: number) => new Error(JSON.stringify({ status, message: 'Because' }))

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
] as const)('%i while %s: ends everything? %s', (status, during, ends) => {
  expect(toFatalError(answered(status), connection, during) !== null).toBe(ends)
})

test('no answer ends everything, and says that nothing is lost', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { isAxiosError: true, config: { headers: 'token' } })
  expect(toFatalError(error, connection, 'writing')?.lines).toEqual([
    'api.contentful.com does not answer (connect ECONNREFUSED): check the network and run this again, it goes on where it stopped',
  ])
})

test('a mistake of our own is no refusal', () => {
  expect(toFatalError(new TypeError('x is not a function'), connection, 'reading')).toBeNull()
})

function look(given: unknown) {
  const holds: number[] = []
  createResponseHandler({ waitForTurn: async () => {}, pauseFor: (seconds) => holds.push(seconds) })(given)
  return holds
}

const limited = (status: number, headers: object) =>
  Object.assign(new Error('Request failed'), { response: { status, headers, data: {} } })

test('a 429 holds everybody until its reset', () => {
  expect(look(limited(429, { 'x-contentful-ratelimit-reset': '7' }))).toEqual([7])
})

test.each(['121', '3600', '100000'])('a reset in %s s ends the command, with a line', (seconds) => {
  expect(() => look(limited(429, { 'x-contentful-ratelimit-reset': seconds }))).toThrow(
    new UserError(
      `The space has had all requests that it allows for now, and asks to wait ${Math.ceil(Number(seconds) / 60)} min: run this again then, it goes on where it stopped`,
    ),
  )
})

test.each([
  ['another error', limited(503, { 'x-contentful-ratelimit-reset': '7' })],
  ['a 429 without a reset', limited(429, {})],
  ['a reset that is no number', limited(429, { 'x-contentful-ratelimit-reset': 'soon' })],
  ['no answer at all', new Error('socket hang up')],
  ['an answer', { status: 200, headers: {}, data: { items: [] } }],
  ['an answer without a body', { status: 204, headers: {}, data: '' }],
])('nobody waits after %s', (_, given) => expect(look(given)).toEqual([]))

test('a page in place of JSON is refused', () => {
  const page = { status: 200, headers: { 'content-type': 'text/html' }, data: '<html>' }
  expect(() => look(page)).toThrow('it answers with what is no JSON, but text/html')
})

test.each(['', null])('%j at 200 is refused', (data) => {
  expect(() => look({ status: 200, headers: {}, data })).toThrow('it answers with nothing')
})
