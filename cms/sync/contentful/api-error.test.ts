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

const DENIED =
  'Contentful does not accept the token: set CONTENTFUL_MANAGEMENT_TOKEN to a content management token of the space'
const FORBIDDEN =
  'CONTENTFUL_MANAGEMENT_TOKEN has no permission for this in the environment "master" of the space "local": Because'
const MISSING =
  'Contentful has no space "local" with an environment "master" that this token can read: correct CONTENTFUL_SPACE_ID, CONTENTFUL_ENVIRONMENT or CONTENTFUL_MANAGEMENT_TOKEN'
const FAILED = 'api.contentful.com responded with STATUS (Because): wait a minute and run this again'

test.each<[status: number, reading: string | undefined, writing: string | undefined]>([
  [401, DENIED, DENIED],
  [403, FORBIDDEN, FORBIDDEN],
  [404, MISSING, undefined],
  [409, FAILED, undefined],
  [422, FAILED, undefined],
  [429, FAILED, FAILED],
  [499, FAILED, undefined],
  [500, FAILED, FAILED],
  [503, FAILED, FAILED],
])('says of %i what to do, unless only one of several writes fails', (status, ...lines) => {
  const operations = ['reading', 'writing'] as const
  const messages = operations.map((each) => toFatalError(createStatusError(status), connection, each)?.message)
  expect(messages).toEqual(lines.map((line) => line?.replace('STATUS', String(status))))
})

test.each(['The limit is 25', 'Over Quota', 'You have reached the maximum', 'UsageExceeded'])(
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
