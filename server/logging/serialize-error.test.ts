import { expect, test } from 'vitest'
import { formatErrorCodes } from './serialize-error.ts'

const errorWith = (codes: object) => Object.assign(new Error('554 spam: Ada wrote: buy'), codes)

test.each([
  [
    errorWith({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 ada@engine.example' }),
    'EENVELOPE 550 RCPT TO',
  ],
  [errorWith({ code: 'ENOSPC', syscall: 'write', path: '/home/ada' }), 'ENOSPC'],
  [errorWith({ code: '57P01', detail: 'Failing row contains (Ada)' }), '57P01'],
  [errorWith({ code: 'EMESSAGE', command: 'Ada <ada@engine.example>' }), 'EMESSAGE'],
  [
    errorWith({ code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' }),
    'ERR_SQLITE_ERROR database or disk is full',
  ],
  [new TypeError('Ada is not a function'), 'TypeError'],
  ['Ada', 'unknown'],
])('formats only the codes of %o', (error, codes) => expect(formatErrorCodes(error)).toBe(codes))
