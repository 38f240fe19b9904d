import { expect, test } from 'vitest'
import { toRequestError } from './request-error.ts'

/** An error of the management client, whose message is the response as JSON. */
const createClientError = (name: string, response: object) =>
  Object.assign(new Error(JSON.stringify(response)), { name })

test.each([
  ['Error', 401, 'Contentful has ended your session. Sign in again in another tab, then retry'],
  ['AccessTokenInvalid', undefined, 'Contentful has ended your session. Sign in again in another tab, then retry'],
  ['Error', 404, 'This does not exist any more: somebody else has deleted it'],
  ['Error', 409, 'Somebody else has changed this meanwhile'],
  ['VersionMismatch', undefined, 'Somebody else has changed this meanwhile'],
  ['Error', 413, 'The file is too large for Contentful'],
  ['UnresolvedLinks', undefined, 'Contentful does not accept this'],
  ['Error', 429, 'Contentful limits the number of requests, and others use it up. Retry in a minute'],
  ['RateLimitExceeded', undefined, 'Contentful limits the number of requests, and others use it up. Retry in a minute'],
  ['Error', 500, 'Contentful has a problem of its own (500). Retry in a minute'],
  ['Error', 418, 'Contentful responded with 418'],
])('describes an error with the name %s and the status %s', (name, status, message) => {
  expect(toRequestError(createClientError(name, { status, message: '' })).message).toBe(message)
})

const FORBIDDEN = { status: 403, message: 'Forbidden', details: { reasons: 'You may not publish' } }

test.each([
  ['an error of the client', new Error(JSON.stringify(FORBIDDEN))],
  ['an object', { code: 'AccessDenied', message: 'Forbidden', details: FORBIDDEN.details }],
  ['an object with JSON', { code: 'AccessDenied', message: JSON.stringify(FORBIDDEN) }],
])('describes the same error as the web app passes it on: as %s', (_, error) => {
  expect(toRequestError(error)).toMatchObject({
    status: 403,
    message: 'You may not do this (Forbidden; You may not publish). Ask an administrator of the space',
  })
})

test('names the validation errors, with the message of the content model', () => {
  const error = toRequestError(
    createClientError('UnprocessableEntity', {
      status: 422,
      message: 'Validation error',
      details: {
        errors: [
          {
            name: 'regexp',
            path: ['fields', 'link', 'en-US'],
            details: 'no match',
            customMessage: 'must start with https',
          },
          { name: 'required', path: ['fields', 'name'] },
          { name: 'size', path: ['fields', 'kind', 0], details: 'too long' },
          { name: 'unknown' },
        ],
      },
    }),
  )
  expect(error.message).toBe(
    'Contentful does not accept this (link: must start with https; name: required; kind: too long; unknown)',
  )
  expect(toRequestError({ code: 'InvalidEntry', message: 'Invalid', details: 'none' }).message).toBe(
    'Contentful does not accept this (Invalid)',
  )
  expect(toRequestError(error)).toBe(error)
})

test.each([
  ['The resource LIMIT for entries is exceeded', true],
  ['You have reached your quota', true],
  ['The maximum number of assets is 25000', true],
  ['usageExceeded', true],
  ['No permission to update', false],
])('distinguishes a full space from a missing permission: %s', (message, isFull) => {
  expect(toRequestError(createClientError('Error', { status: '403', message })).message).toBe(
    isFull
      ? `The space is full (${message}). Delete what is not used, or ask an administrator for a larger plan, then retry`
      : `You may not do this (${message}). Ask an administrator of the space`,
  )
})

test('says how to change what somebody else has archived', () => {
  const error = createClientError('BadRequest', { status: 400, message: 'Cannot edit archived' })
  expect(toRequestError(error).message).toBe('This is archived: restore it in Contentful (Unarchive), then retry')
  const other = createClientError('BadRequest', { status: 400, message: 'Malformed' })
  expect(toRequestError(other).message).toBe('Contentful responded with 400 (Malformed)')
})

test('describes an error without a response as a lost connection', () => {
  expect(toRequestError(new TypeError('Failed to fetch'))).toMatchObject({
    status: 0,
    message: 'Contentful does not respond (Failed to fetch). Check the connection, then retry',
  })
})

test('describes a truncated response as a lost connection', () => {
  expect(toRequestError(createClientError('Error', { status: 200, message: '' }))).toMatchObject({
    status: 0,
    message: 'Contentful does not respond. Check the connection, then retry',
  })
})

test('an error without a status has that of its id', () => {
  const ids = ['NotFound', 'Conflict', 'InvalidEntry', 'UnprocessableEntity', 'ValidationFailed', 'ServerError']
  const statuses = ids.map((id) => toRequestError(createClientError(id, { message: '' })).status)
  expect(statuses).toEqual([404, 409, 422, 422, 422, 500])
})
