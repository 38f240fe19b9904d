import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createClockCheck } from './clock-check.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

let monotonic = 0

/** Corrects or breaks the clock. */
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)

function passTime(ms: number) {
  monotonic += ms
  jump(ms)
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') })
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => monotonic)
  onTestFinished(() => {
    clock.mockRestore()
    vi.useRealTimers()
  })
})

/** Starts a check that believes the clock. `checkHourly` says for how many of the next hours it is in doubt. */
function start(newest = Date.now()) {
  const check = createClockCheck()
  const isBelieved = () => check(newest) === Date.now()
  const checkHourly = (hours: number) =>
    Array.from({ length: hours }, () => {
      passTime(HOUR)
      return isBelieved()
    }).filter((believed) => !believed).length
  return { isBelieved, checkHourly }
}

test.each([
  ['ahead', 400 * DAY],
  ['ahead by less than its first doubt', 13 * HOUR],
  ['back', -400 * DAY],
])('§12.32 a clock that jumps %s is in doubt for 12 hours, and after each further jump again', (_, ms) => {
  const { checkHourly } = start()
  expect(checkHourly(15)).toBe(0)
  jump(ms)
  expect(checkHourly(8)).toBe(8)
  jump(ms)
  expect(checkHourly(30)).toBe(12)
  jump(ms)
  expect(checkHourly(30)).toBe(12)
})

test('a clock that agrees again is believed at once, and small corrections are no jumps, whatever their sum is', () => {
  const { checkHourly } = start()
  expect(checkHourly(1)).toBe(0)
  jump(400 * DAY)
  expect(checkHourly(2)).toBe(2)
  jump(-400 * DAY)
  expect(checkHourly(1)).toBe(0)
  for (let hour = 0; hour < 100; hour++) {
    jump(30_000)
    expect(checkHourly(1)).toBe(0)
  }
})

test('a long time between two checks, by both clocks, starts a doubt too', () => {
  const { isBelieved, checkHourly } = start()
  expect(isBelieved()).toBe(true)
  passTime(13 * HOUR)
  expect(isBelieved()).toBe(false)
  passTime(400 * DAY)
  expect(isBelieved()).toBe(false)
  expect(checkHourly(30)).toBe(11)
})

test('a clock that disagrees with the newest message at the start is in doubt for 12 hours, or until it agrees', () => {
  const quiet = start(Date.now() - 8 * DAY)
  expect(quiet.isBelieved()).toBe(false)
  expect(quiet.checkHourly(30)).toBe(11)
  const corrected = start(Date.now() - 8 * DAY)
  expect(corrected.checkHourly(3)).toBe(3)
  jump(-8 * DAY)
  expect(corrected.checkHourly(1)).toBe(0)
})
