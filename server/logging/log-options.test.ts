import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTestLog } from '#tests/setup/backend.ts'
import { createLogOptions } from './log-options.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a logger with the options of the server. */
function createLog() {
  const { logStream, readEntries: logged } = createTestLog()
  return { log: fastify({ logger: createLogOptions('info', logStream) }).log, logged }
}

const createDatabaseError = () => Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })

test('§12.59 the same error is written ten times a minute, then one line has the number of the others', () => {
  const { log, logged } = createLog()
  for (let minute = 1; minute <= 2; minute++) {
    for (let count = 0; count < 250; count++) {
      const request = log.child({ reqId: `${count}` }) // Fastify creates one for each request
      request.error({ code: 'unavailable', err: createDatabaseError() }, 'error response')
    }
    expect(logged()).toHaveLength(minute * 11 - 1)
    vi.advanceTimersByTime(60_000)
    expect(logged()).toHaveLength(minute * 11)
  }
  expect(logged().at(-1)).toMatchObject({
    ...{ level: 50, msg: 'repeated lines suppressed', line: 'error response', suppressed: 240, seconds: 60 },
    ...{ code: 'unavailable', cause: 'ECONNREFUSED', place: expect.stringContaining('log-options.test') },
  })
  vi.advanceTimersByTime(60_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('errors are counted separately by message, code, reason, check, cause and place, and lines of requests are not limited', () => {
  const { log, logged } = createLog()
  const err = createDatabaseError()
  for (let count = 0; count < 50; count++) log.error({ code: 'unavailable', err }, 'error response')
  log.error({ code: 'unavailable', err }, 'request failed')
  log.error({ code: 'failed', err }, 'error response')
  log.error({ code: 'unavailable', err: Object.assign(new Error(), { code: '53100' }) }, 'error response')
  log.error({ code: 'unavailable', err: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }, 'error response')
  log.error({ code: 'unavailable', err, check: 'outbox' }, 'error response')
  log.error({ code: 'unavailable', err, reason: 'full' }, 'error response')
  log.error('text alone')
  for (let count = 0; count < 100; count++) log.info({ route: '/health/live', status: 200 }, 'answered')
  expect(logged()).toHaveLength(117)
})
