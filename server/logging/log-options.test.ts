import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogOptions } from './log-options.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A logger as the servers have it. */
function open() {
  const lines: string[] = []
  const { log } = fastify({ logger: createLogOptions('info', { write: (line) => lines.push(line) }) })
  return { log, lines, logged: () => lines.map((line) => JSON.parse(line)) }
}

const databaseError = () => Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })

test('the same error is ten lines a minute, and then one line with the number of the others', () => {
  const { log, logged } = open()
  for (let count = 0; count < 250; count++) log.error({ code: 'unavailable', err: databaseError() }, 'refused')
  expect(logged()).toHaveLength(10)
  vi.advanceTimersByTime(60_000)
  expect(logged()).toHaveLength(11)
  expect(logged().at(-1)).toMatchObject({
    level: 50,
    msg: 'repeated lines suppressed',
    of: 'refused',
    code: 'unavailable',
    cause: 'ECONNREFUSED',
    place: expect.stringContaining('log-options.test'),
    suppressed: 240,
    seconds: 60,
  })
})

test('a database that is down for an hour, with 30 requests a second, is fewer than 1,400 lines', () => {
  const { log, lines } = open()
  for (let second = 0; second < 3_600; second++) {
    const request = log.child({ reqId: `${second}` }) // as Fastify makes one for each request
    for (let count = 0; count < 30; count++) request.error({ code: 'unavailable', err: databaseError() }, 'refused')
    log.error({ reason: 'ECONNREFUSED' }, 'the outbox cannot be read, will be retried')
    vi.advanceTimersByTime(1_000)
  }
  vi.advanceTimersByTime(120_000)
  expect(lines.length).toBeGreaterThan(600) // it goes on saying so
  expect(lines.length).toBeLessThan(1_400)
  const suppressed = lines.reduce((sum, line) => sum + (JSON.parse(line).suppressed ?? 0), 0)
  const written = lines.filter((line) => !line.includes('suppressed')).length
  expect(suppressed + written).toBe(3_600 * 31)
})

test('other errors are written meanwhile: by message, code, cause and place', () => {
  const { log, logged } = open()
  for (let count = 0; count < 50; count++) log.error({ code: 'unavailable', err: databaseError() }, 'refused')
  log.error({ code: 'unavailable', err: databaseError() }, 'request failed')
  log.error({ code: 'failed', err: databaseError() }, 'refused')
  log.error({ code: 'unavailable', err: Object.assign(new Error(), { code: '53100' }) }, 'refused')
  log.error({ code: 'unavailable', err: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }, 'refused')
  log.error('text alone')
  expect(logged()).toHaveLength(15)
})

test('an error that comes back after its minute is written again', () => {
  const { log, logged } = open()
  for (let minute = 0; minute < 3; minute++) {
    for (let count = 0; count < 11; count++) log.warn({ reason: 'ESOCKET' }, 'email not sent, will be retried')
    vi.advanceTimersByTime(60_000)
  }
  const suppressed = logged().filter(({ msg }) => msg === 'repeated lines suppressed')
  expect(suppressed.map((line) => line.suppressed)).toEqual([1, 1, 1])
  expect(logged()).toHaveLength(33)
})

test('what is not an error is never suppressed', () => {
  const { log, lines } = open()
  for (let count = 0; count < 100; count++) log.info({ route: '/health', status: 200 }, 'answered')
  expect(lines).toHaveLength(100)
})

test('errors that are all different are limited together above 1,000 kinds', () => {
  const { log, lines } = open()
  for (let count = 0; count < 20_000; count++) log.error({ reason: `reason ${count}` }, 'failed')
  expect(lines.length).toBeLessThanOrEqual(1_010)
  vi.advanceTimersByTime(120_000)
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ suppressed: 20_000 - 1_010 })
})

test('no timer is left when nothing was logged for a while', () => {
  const { log } = open()
  log.error('text alone')
  vi.advanceTimersByTime(180_000)
  expect(vi.getTimerCount()).toBe(0)
})
