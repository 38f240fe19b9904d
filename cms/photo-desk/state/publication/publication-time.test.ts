import { expect, onTestFinished, test, vi } from 'vitest'
import { getTomorrowMorning, toInputValue } from './publication-time.ts'

test('formats a date as the value of the input, in the time zone of the browser', () => {
  vi.stubEnv('TZ', 'America/Chicago')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(toInputValue(new Date(2026, 0, 2, 3, 4))).toBe('2026-01-02T03:04')
})

test('the time that is offered first is the next day at eight', () => {
  vi.useFakeTimers({ now: new Date(2026, 0, 31, 9), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  expect(getTomorrowMorning()).toEqual(new Date(2026, 1, 1, 8))
})
