import { expect, test } from 'vitest'
import { describeErrorCause, serializeError } from './serialize-error.ts'

const errorWith = (codes: object) => Object.assign(new Error('554 spam: Ada wrote: buy'), codes)

test.each([
  [
    errorWith({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 ada@x' }),
    'EENVELOPE 550 RCPT TO',
  ],
  [errorWith({ code: 'EMESSAGE', command: 'Ada <ada@engine.example>' }), 'EMESSAGE'],
  [errorWith({ code: '57P01', detail: 'Failing row contains (Ada)' }), '57P01'],
  [
    errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' }),
    'database or disk is full',
  ],
  [new TypeError('fetch failed', { cause: errorWith({ code: 'CERT_HAS_EXPIRED' }) }), 'CERT_HAS_EXPIRED'],
  [new DOMException('too late', 'TimeoutError'), 'TimeoutError'],
  [new TypeError('Ada is not a function'), 'TypeError'],
  ['Ada', 'unknown'],
])('describes %o by its codes only', (error, cause) => expect(describeErrorCause(error)).toBe(cause))

test('a serialized error has the codes of its cause, and the stack without its message', () => {
  const error = new TypeError('Ada wrote: buy', { cause: errorWith({ code: 'ECONNREFUSED' }) })
  expect(serializeError(error)).toEqual({
    type: 'TypeError',
    message: 'ECONNREFUSED',
    stack: expect.stringMatching(/^ +at .*serialize-error\.test/),
  })
  expect(JSON.stringify(serializeError(error))).not.toContain('Ada')
})
