import { expect, test, vi } from 'vitest'
import { retryRequest } from './retry-request.ts'

const waits: number[] = []
vi.mock('node:timers/promises', () => ({ setTimeout: async (milliseconds: number) => void waits.push(milliseconds) }))

/** Fails so often, and then answers with how often it was asked. */
async function asked(failures: number, isPassing: boolean) {
  const seen: string[] = []
  let times = 0
  const gate = { pass: async () => void seen.push('pass'), hold: () => {} }
  const ask = async () => {
    seen.push('ask')
    times += 1
    if (times <= failures) throw new Error('Not now')
    return times
  }
  waits.length = 0
  const answer = await retryRequest(ask, { gate, isPassing: () => isPassing }).catch(String)
  return { answer, seen }
}

test('what passes is asked again, each time through the gate, and later each time', async () => {
  expect(await asked(2, true)).toEqual({ answer: 3, seen: ['pass', 'ask', 'pass', 'ask', 'pass', 'ask'] })
  expect(waits).toEqual([500, 1_000])
})

test('it is given up after five repeats', async () => {
  const { answer, seen } = await asked(9, true)
  expect(answer).toBe('Error: Not now')
  expect(seen.filter((step) => step === 'ask')).toHaveLength(6)
})

test('what will not pass is not asked again', async () => {
  expect(await asked(1, false)).toEqual({ answer: 'Error: Not now', seen: ['pass', 'ask'] })
})
