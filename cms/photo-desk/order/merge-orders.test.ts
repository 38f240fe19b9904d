import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeOrders } from './merge-orders.ts'
import { findMovedIds } from './move-entries.ts'

const IDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Orders of some of the ids. */
const orders = fc.shuffledSubarray(IDS)
const scenarios = fc.tuple(orders, orders, orders)

const base = ['a', 'b', 'c', 'd', 'e']

test('combines moves of different pictures', () => {
  expect(mergeOrders(base, ['e', 'a', 'b', 'c', 'd'], ['b', 'a', 'c', 'd', 'e'])).toEqual({
    order: ['e', 'b', 'a', 'c', 'd'],
  })
})

test('pictures that others append stay at the end, after moves of the editor', () => {
  expect(mergeOrders(base, ['a', 'c', 'd', 'e', 'b'], [...base, 'x', 'y'])).toEqual({
    order: ['a', 'c', 'd', 'e', 'b', 'x', 'y'],
  })
})

test('a picture that others have put between two pictures stands after the same picture', () => {
  expect(mergeOrders(base, ['c', 'a', 'b', 'd', 'e'], ['a', 'b', 'x', 'c', 'd', 'e'])).toEqual({
    order: ['c', 'a', 'b', 'x', 'd', 'e'],
  })
})

test('a picture that others have removed is removed, unless the editor has moved it', () => {
  expect(mergeOrders(base, ['b', 'a', 'c', 'd', 'e'], ['a', 'b', 'c', 'e'])).toEqual({ order: ['b', 'a', 'c', 'e'] })
  expect(mergeOrders(base, ['d', 'a', 'b', 'c', 'e'], ['a', 'b', 'c', 'e'])).toEqual({
    order: ['d', 'a', 'b', 'c', 'e'],
  })
})

test('a picture that the editor has removed stays removed', () => {
  expect(mergeOrders(base, ['a', 'c', 'd', 'e'], ['b', 'a', 'c', 'd', 'e', 'x'])).toEqual({
    order: ['a', 'c', 'd', 'e', 'x'],
  })
})

test('the same picture at two places is a conflict with both orders', () => {
  expect(mergeOrders(base, ['e', 'a', 'b', 'c', 'd'], ['a', 'e', 'b', 'c', 'd'])).toEqual({
    conflict: { mine: ['e', 'a', 'b', 'c', 'd'], theirs: ['a', 'e', 'b', 'c', 'd'] },
  })
})

test('moves that contradict each other are a conflict', () => {
  expect(mergeOrders(['a', 'b', 'c'], ['b', 'a', 'c'], ['a', 'c', 'b'])).toEqual({
    conflict: { mine: ['b', 'a', 'c'], theirs: ['a', 'c', 'b'] },
  })
})

test('both orders of a conflict have the pictures that either side has added', () => {
  const merge = mergeOrders(base, ['e', 'a', 'b', 'c', 'd', 'x'], ['a', 'e', 'b', 'c', 'd', 'y'])
  expect(merge).toEqual({
    conflict: { mine: ['e', 'a', 'b', 'c', 'd', 'y', 'x'], theirs: ['a', 'e', 'b', 'c', 'd', 'y', 'x'] },
  })
})

test('a merge loses and doubles no picture', () => {
  fc.assert(
    fc.property(scenarios, ([start, mine, theirs]) => {
      const merge = mergeOrders(start, mine, theirs)
      const results = 'order' in merge ? [merge.order] : [merge.conflict.mine, merge.conflict.theirs]
      for (const result of results) {
        expect(new Set(result).size).toBe(result.length)
        for (const id of IDS) {
          const sides = [mine, theirs].filter((order) => order.includes(id)).length
          if (sides === 2 || (sides === 1 && !start.includes(id))) expect(result).toContain(id)
          if (sides === 0) expect(result).not.toContain(id)
        }
      }
    }),
  )
})

test('a side without changes does not change the order of the other side', () => {
  fc.assert(
    fc.property(orders, orders, (start, changed) => {
      expect(mergeOrders(start, start, changed)).toEqual({ order: changed })
      expect(mergeOrders(start, changed, start)).toEqual({ order: changed })
      expect(mergeOrders(start, changed, changed)).toEqual({ order: changed })
    }),
  )
})

test('two pictures stand in the order of the side that has changed it', () => {
  fc.assert(
    fc.property(
      fc.tuple(fc.shuffledSubarray(IDS, { minLength: 8 }), fc.shuffledSubarray(IDS, { minLength: 8 })),
      ([mine, theirs]) => {
        const merge = mergeOrders(IDS, mine, theirs)
        if (!('order' in merge)) return
        for (const [index, a] of IDS.entries())
          for (const b of IDS.slice(index + 1)) {
            const isChanged = [mine, theirs].some((order) => order.indexOf(a) > order.indexOf(b))
            expect(merge.order.indexOf(a) > merge.order.indexOf(b)).toBe(isChanged)
          }
      },
    ),
  )
})

test('a conflict keeps the order of each side', () => {
  fc.assert(
    fc.property(scenarios, ([start, mine, theirs]) => {
      const merge = mergeOrders(start, mine, theirs)
      if (!('conflict' in merge)) return
      const common = new Set(start.filter((id) => mine.includes(id) && theirs.includes(id)))
      const select = (order: readonly string[]) => order.filter((id) => common.has(id))
      expect(select(merge.conflict.mine)).toEqual(select(mine))
      expect(select(merge.conflict.theirs)).toEqual(select(theirs))
      expect(findMovedIds(mine, theirs).size).toBeGreaterThan(0)
    }),
  )
})

test('merges orders of 1,000 pictures in less than a second', () => {
  const start = Array.from({ length: 1_000 }, (_, index) => `photo-${index}`)
  const mine = [...start.slice(500), ...start.slice(0, 500)]
  const theirs = [...start, 'added']
  const startTime = performance.now()
  expect(mergeOrders(start, mine, theirs)).toEqual({ order: [...mine, 'added'] })
  expect(performance.now() - startTime).toBeLessThan(1_000)
})
