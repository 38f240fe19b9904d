import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogOptions } from './log-options.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a logger with the options of the servers. */
function createLog() {
  const lines: string[] = []
  const { log } = fastify({ logger: createLogOptions('info', { write: (line) => lines.push(line) }) })
  return { log, lines, logged: () => lines.map((line) => JSON.parse(line)) }
}

const databaseError = () => Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })

test('writes the same error ten times a minute, then one line with the number of suppressed lines', () => {
  const { log, logged } = createLog()
  for (let count = 0; count < 250; count++) log.error({ code: 'unavailable', err: databaseError() }, 'error response')
  expect(logged()).toHaveLength(10)
  vi.advanceTimersByTime(60_000)
  expect(logged()).toHaveLength(11)
  expect(logged().at(-1)).toMatchObject({
    level: 50,
    msg: 'repeated lines suppressed',
    of: 'error response',
    code: 'unavailable',
    cause: 'ECONNREFUSED',
    place: expect.stringContaining('log-options.test'),
    suppressed: 240,
    seconds: 60,
  })
})

test('writes fewer than 1,400 lines while a database is down for an hour at 30 requests per second', () => {
  const { log, lines } = createLog()
  for (let second = 0; second < 3_600; second++) {
    const request = log.child({ reqId: `${second}` }) // Fastify creates one for each request
    const err = databaseError() // one for all requests of a second, because the stack of an error takes CPU time
    for (let count = 0; count < 30; count++) request.error({ code: 'unavailable', err }, 'error response')
    log.error({ reason: 'ECONNREFUSED' }, 'the outbox cannot be read, will be retried')
    vi.advanceTimersByTime(1_000)
  }
  vi.advanceTimersByTime(120_000)
  expect(lines.length).toBeGreaterThan(600) // the error is still reported
  expect(lines.length).toBeLessThan(1_400)
  const suppressed = lines.reduce((sum, line) => sum + (JSON.parse(line).suppressed ?? 0), 0)
  const written = lines.filter((line) => !line.includes('suppressed')).length
  expect(suppressed + written).toBe(3_600 * 31)
})

test('counts errors separately by message, code, cause and place', () => {
  const { log, logged } = createLog()
  for (let count = 0; count < 50; count++) log.error({ code: 'unavailable', err: databaseError() }, 'error response')
  log.error({ code: 'unavailable', err: databaseError() }, 'request failed')
  log.error({ code: 'failed', err: databaseError() }, 'error response')
  log.error({ code: 'unavailable', err: Object.assign(new Error(), { code: '53100' }) }, 'error response')
  log.error({ code: 'unavailable', err: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }, 'error response')
  log.error('text alone')
  expect(logged()).toHaveLength(15)
})

test('writes an error again after its minute', () => {
  const { log, logged } = createLog()
  for (let minute = 0; minute < 3; minute++) {
    for (let count = 0; count < 11; count++) log.warn({ reason: 'ESOCKET' }, 'email not sent, will be retried')
    vi.advanceTimersByTime(60_000)
  }
  const suppressed = logged().filter(({ msg }) => msg === 'repeated lines suppressed')
  expect(suppressed.map((line) => line.suppressed)).toEqual([1, 1, 1])
  expect(logged()).toHaveLength(33)
})

test('never suppresses info lines', () => {
  const { log, lines } = createLog()
  for (let count = 0; count < 100; count++) log.info({ route: '/health', status: 200 }, 'answered')
  expect(lines).toHaveLength(100)
})

test('limits different errors together above 1,000 kinds', () => {
  const { log, lines } = createLog()
  for (let count = 0; count < 20_000; count++) log.error({ reason: `reason ${count}` }, 'failed')
  expect(lines.length).toBeLessThanOrEqual(1_010)
  vi.advanceTimersByTime(120_000)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ suppressed: 20_000 - 1_010 })
})

test('leaves no timer when nothing has been logged for a while', () => {
  const { log } = createLog()
  log.error('text alone')
  vi.advanceTimersByTime(180_000)
  expect(vi.getTimerCount()).toBe(0)
})
