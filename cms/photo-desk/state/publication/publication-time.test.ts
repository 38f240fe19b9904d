import { expect, onTestFinished, test, vi } from 'vitest'
import { formatChangeTime, formatTime, getTimeZone, getTomorrowMorning, toInputValue } from './publication-time.ts'

test('formats a time for the input and for editors, in the time zone of the browser', () => {
  vi.stubEnv('TZ', 'America/Chicago')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(toInputValue(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
  expect(formatChangeTime('2026-11-05T16:00:00Z')).toBe('5 Nov, 10:00')
  expect(formatTime('2026-11-05T16:00:00Z')).toBe('Thu, 5 Nov 2026, 10:00')
  expect(getTimeZone()).toBe('America/Chicago')
})

test('the time that is offered first is the next day at eight', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 31, 9), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(getTomorrowMorning()).toEqual(new Date(2026, 1, 1, 8))
})
