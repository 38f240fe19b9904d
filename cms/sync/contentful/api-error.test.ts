import { expect, test } from 'vitest'
import { parseApiError, toFatalError } from './api-error.ts'
import { getLocalConnection } from './space-connections.ts'

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
          { name: 'title', details: 'Too long', path: ['title'] },
          'unexpected detail',
        ],
        reasons: ['Name taken'],
      },
    }),
  )
  expect(info).toEqual({
    status: 422,
    message:
      'Validation error; Name taken; fields.title.en-US size Size must be at most 60; fields.logo notResolvable Asset a1; title Too long',
    isUnreachable: false,
  })
})

test('does not contain the request, also when the message is not a string', () => {
  for (const message of ['The access token is invalid', { de: 'Nein' }])
    expect(JSON.stringify(parseApiError(createSdkError({ status: 401, message })))).not.toContain('Bearer')
})

test('returns the message of any other error on one line, without control characters', () => {
  const info = { status: 0, message: 'first [31msecond', isUnreachable: false }
  expect(parseApiError(new Error('first\n \u001b[31msecond\u0007'))).toEqual(info)
})

const connection = {
  ...getLocalConnection('http://127.0.0.1:1', 'management'),
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
  [429, 'writing', true],
  [503, 'reading', true],
  [503, 'writing', true],
] as const)('%i while %s is fatal: %s', (status, phase, isFatal) => {
  expect(toFatalError(createStatusError(status), connection, phase) !== null).toBe(isFatal)
})

test.each(['The limit is 25', 'Over quota', 'You have reached the maximum'])(
  'says that the space is full: %s',
  (message) => {
    const error = new Error(JSON.stringify({ status: 403, message }))
    expect(toFatalError(error, connection, 'writing')?.message).toContain(`reports that the space is full (${message})`)
  },
)

test('a response whose body is cut is as good as none', () => {
  expect(parseApiError(createSdkError({ status: 200 }))).toMatchObject({ status: 0, isUnreachable: true })
})

test('treats a missing response as fatal', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { isAxiosError: true, config: { headers: 'token' } })
  const line = 'api.contentful.com does not respond (connect ECONNREFUSED): check the network and run this again'
  expect(toFatalError(error, connection, 'writing')?.lines).toEqual([line])
})

test('does not treat other errors as fatal', () => {
  expect(toFatalError(new TypeError('x is not a function'), connection, 'reading')).toBeNull()
})
