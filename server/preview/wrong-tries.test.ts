import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wrongTries } from './wrong-tries.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('twenty wrong tries of an address within a minute are enough, and only its own', () => {
  const tries = wrongTries()
  for (let count = 0; count < 19; count += 1) tries.count('192.0.2.1')
  expect(tries.areTooMany('192.0.2.1')).toBe(false)
  tries.count('192.0.2.1')
  expect(tries.areTooMany('192.0.2.1')).toBe(true)
  expect(tries.areTooMany('192.0.2.2')).toBe(false)
  vi.setSystemTime(Date.now() + 60_000)
  expect(tries.areTooMany('192.0.2.1')).toBe(false)
})

test('many addresses are not kept in mind for ever', () => {
  const tries = wrongTries()
  for (let count = 0; count < 20; count += 1) tries.count('first')
  for (let count = 0; count < 10_000; count += 1) tries.count(`address ${count}`)
  expect(tries.areTooMany('first')).toBe(false)
})
