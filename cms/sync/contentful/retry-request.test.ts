import { expect, test, vi } from 'vitest'
import { retryRequest } from './retry-request.ts'

const delays: number[] = []
vi.mock('node:timers/promises', () => ({ setTimeout: async (milliseconds: number) => void delays.push(milliseconds) }))

/** Sends a request that fails `failures` times, and then returns the number of attempts. */
async function sendFailingRequest(failures: number, isRetryable: boolean) {
  const events: string[] = []
  let attempts = 0
  const limiter = { waitForTurn: async () => void events.push('turn'), pauseFor: () => {} }
  const sendRequest = async () => {
    events.push('request')
    attempts += 1
    if (attempts <= failures) throw new Error('Not now')
    return attempts
  }
  delays.length = 0
  const result = await retryRequest(sendRequest, { limiter, isRetryable: () => isRetryable }).catch(String)
  return { result, events }
}

test('retries with growing delays, and waits for the limiter each time', async () => {
  expect(await sendFailingRequest(2, true)).toEqual({
    result: 3,
    events: ['turn', 'request', 'turn', 'request', 'turn', 'request'],
  })
  expect(delays).toEqual([500, 1_000])
})

test('throws after five retries', async () => {
  const { result, events } = await sendFailingRequest(9, true)
  expect(result).toBe('Error: Not now')
  expect(events.filter((event) => event === 'request')).toHaveLength(6)
})

test('does not retry other errors', async () => {
  expect(await sendFailingRequest(1, false)).toEqual({ result: 'Error: Not now', events: ['turn', 'request'] })
})
