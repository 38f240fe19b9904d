import { expect, test } from 'vitest'
import { toFatalError } from './fatal-error.ts'
import { getLocalManagementConnection } from './management-connection.ts'

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
