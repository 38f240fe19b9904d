import { expect, test } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { createResponseHandler } from './response-handler.ts'

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
