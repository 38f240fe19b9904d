import { describe, expect, test } from 'vitest'
import { createBurstTrigger, createTrigger, type ShouldTrigger } from './active-faults.ts'

/** The numbers, from 1, of the requests that trigger the fault. */
const triggeredRequests = (shouldTrigger: ShouldTrigger, requests: number) =>
  Array.from({ length: requests }, () => shouldTrigger('management')).flatMap((isTriggered, index) =>
    isTriggered ? [index + 1] : [],
  )

describe('trigger', () => {
  test.each([
    [{}, [1, 2, 3, 4, 5, 6, 7]],
    [{ first: 2 }, [1, 2]],
    [{ every: 3 }, [3, 6]],
    [{ apis: ['delivery'] as const }, []],
  ])('%o', (trigger, expected) => {
    expect(triggeredRequests(createTrigger(trigger), 7)).toEqual(expected)
  })

  test('neither affects nor counts requests to other APIs', () => {
    const shouldTrigger = createTrigger({ first: 1, apis: ['upload'] })
    expect([shouldTrigger('management'), shouldTrigger('upload'), shouldTrigger('upload')]).toEqual([
      false,
      true,
      false,
    ])
  })
})

describe('burst trigger', () => {
  test.each([
    [{}, [1, 2]],
    [{ first: 2 }, [1, 2, 3, 4]],
    [{ every: 3 }, [3, 4, 7, 8]],
  ])('affects two requests in a row, %o', (trigger, expected) => {
    expect(triggeredRequests(createBurstTrigger(2, trigger), 9)).toEqual(expected)
  })

  test('lets requests to other APIs pass during a burst', () => {
    const shouldTrigger = createBurstTrigger(2, { apis: ['management'] })
    expect([shouldTrigger('management'), shouldTrigger('images'), shouldTrigger('management')]).toEqual([
      true,
      false,
      true,
    ])
  })
})
