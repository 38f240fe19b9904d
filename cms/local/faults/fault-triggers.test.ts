import { describe, expect, test } from 'vitest'
import { createBurstTrigger, createTrigger, type ShouldTrigger } from './fault-triggers.ts'

const met = (meeting: ShouldTrigger, requests: number) => Array.from({ length: requests }, () => meeting('management'))

/** The places of those that are met, from 1 on. */
const places = (meeting: ShouldTrigger, requests: number) =>
  met(meeting, requests).flatMap((isMet, index) => (isMet ? [index + 1] : []))

describe('who is met', () => {
  test.each([
    [{}, [1, 2, 3, 4, 5, 6, 7]],
    [{ first: 2 }, [1, 2]],
    [{ every: 3 }, [3, 6]],
    [{ share: 0 }, []],
    [{ share: 1 }, [1, 2, 3, 4, 5, 6, 7]],
    [{ apis: ['delivery'] as const }, []],
  ])('%o', (occasions, expected) => {
    expect(places(createTrigger(occasions), 7)).toEqual(expected)
  })

  test('a share, the same again with the same seed', () => {
    const share = { share: 0.3, seed: 7 }
    const first = places(createTrigger(share), 1_000)
    expect(first.length).toBeGreaterThan(240)
    expect(first.length).toBeLessThan(360)
    expect(places(createTrigger(share), 1_000)).toEqual(first)
    expect(places(createTrigger({ ...share, seed: 8 }), 1_000)).not.toEqual(first)
  })

  test('requests to other APIs neither are met nor count', () => {
    const meeting = createTrigger({ first: 1, apis: ['upload'] })
    expect([meeting('management'), meeting('upload'), meeting('upload')]).toEqual([false, true, false])
  })
})

describe('bursts', () => {
  test.each([
    [{}, [1, 2]],
    [{ first: 2 }, [1, 2, 3, 4]],
    [{ every: 3 }, [3, 4, 7, 8]],
  ])('of two, %o', (occasions, expected) => {
    expect(places(createBurstTrigger(2, occasions), 9)).toEqual(expected)
  })

  test('requests to other APIs pass while one goes on', () => {
    const meeting = createBurstTrigger(2, { apis: ['management'] })
    expect([meeting('management'), meeting('images'), meeting('management')]).toEqual([true, false, true])
  })
})
