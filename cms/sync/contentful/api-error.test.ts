import { expect, test } from 'vitest'
import { parseApiError } from './api-error.ts'

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
    unreachable: false,
    isCutOff: false,
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
    unreachable: false,
    isCutOff: false,
  })
})

test('what is no error at all is one too', () => expect(parseApiError('x').status).toBe(0))
