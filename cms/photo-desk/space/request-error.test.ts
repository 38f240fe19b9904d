import { expect, test } from 'vitest'
import { isRetryable, RequestError, toRequestError } from './request-error.ts'

/** An error of the management client, whose message is the response as JSON. */
const createClientError = (name: string, response: object) =>
  Object.assign(new Error(JSON.stringify(response)), { name })

test.each([
  [401, 'Contentful has ended your session. Sign in again in another tab, then retry'],
  [404, 'This does not exist any more: somebody else has deleted it'],
  [409, 'Somebody else has changed this meanwhile'],
  [413, 'The file is too large for Contentful'],
  [429, 'Contentful limits the number of requests, and others use it up. Retry in a minute'],
  [503, 'Contentful has a problem of its own (503). Retry in a minute'],
])('describes the status %i', (status, message) => {
  expect(toRequestError(createClientError('Error', { status, message: '' }))).toMatchObject({ status, message })
})

test.each([
  ['AccessTokenInvalid', 401],
  ['VersionMismatch', 409],
  ['UnresolvedLinks', 422],
  ['RateLimitExceeded', 429],
])('finds the status of an error with the name %s', (name, status) => {
  expect(toRequestError(createClientError(name, { message: '' })).status).toBe(status)
})

test('finds the status of an object with a code, as the web app passes errors on', () => {
  expect(toRequestError({ code: 'VersionMismatch', message: 'The version is old' })).toMatchObject({
    status: 409,
    message: 'Somebody else has changed this meanwhile',
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
        ],
      },
    }),
  )
  expect(error.message).toBe('Contentful does not accept this (link: must start with https; name: required)')
})

test.each([
  ['The resource limit for entries is exceeded', /^The space is full \(The resource limit/],
  ['No permission to update', /^You may not do this \(No permission to update\)/],
])('distinguishes a full space from a missing permission: %s', (message, expected) => {
  expect(toRequestError(createClientError('AccessDenied', { status: 403, message })).message).toMatch(expected)
})

test('says how to change what somebody else has archived', () => {
  const error = createClientError('BadRequest', { status: 400, message: 'Cannot edit archived' })
  expect(toRequestError(error).message).toBe('This is archived: restore it in Contentful (Unarchive), then retry')
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

test('returns a RequestError unchanged', () => {
  const error = new RequestError('Full', { status: 403 })
  expect(toRequestError(error)).toBe(error)
})

test.each([
  [0, true],
  [429, true],
  [500, true],
  [401, false],
  [409, false],
  [422, false],
])('a retry of the status %i can succeed: %s', (status, expected) => {
  expect(isRetryable(new RequestError('', { status }))).toBe(expected)
})
