import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_SCHEDULED_IDS } from '#shared/scheduled-preview.ts'
import { decodeScheduledView, encodeScheduledChanges, parseScheduledChanges } from './scheduled-view.ts'

const query = { at: '2026-12-24T18:00:00Z', publish: '', unpublish: '' }

test('without parameters there is no scheduled view', () => {
  expect(parseScheduledChanges({ at: '', publish: '', unpublish: '' })).toBeUndefined()
})

test('reads time and ids, each id once', () => {
  expect(parseScheduledChanges({ ...query, publish: 'a,b,a', unpublish: ',c,' })).toEqual({
    at: new Date('2026-12-24T18:00:00Z'),
    publish: ['a', 'b'],
    unpublish: ['c'],
  })
  expect(parseScheduledChanges({ ...query, at: '2026-12-24T18:00:00.000+01:00' })).toMatchObject({
    at: new Date('2026-12-24T17:00:00Z'),
  })
})

test.each(['', 'tomorrow', '2026-12-24', '2026-13-24T18:00:00Z', '1969-01-01T00:00:00Z', '2026-12-24T18:00:00'])(
  'names an invalid time: %j',
  (at) => expect(parseScheduledChanges({ at, publish: 'a', unpublish: '' })).toMatch(/^The time of the preview/),
)

test.each(['a b', 'a,<b>', 'x'.repeat(65)])('names an invalid id: %j', (publish) => {
  expect(parseScheduledChanges({ ...query, publish })).toMatch(/^An id of a scheduled entry/)
})

test('names too many ids', () => {
  const publish = Array.from({ length: MAX_SCHEDULED_IDS }, (_, index) => `id-${index}`).join(',')
  expect(parseScheduledChanges({ ...query, publish })).toMatchObject({ unpublish: [] })
  expect(parseScheduledChanges({ ...query, publish, unpublish: 'one-more' })).toContain('and 301 are scheduled')
})

const idArbitrary = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/)

test('a decoded view knows time and ids of the encoded changes, and no others', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date('2500-01-01'), noInvalidDate: true }),
      fc.uniqueArray(idArbitrary, { maxLength: 20 }),
      (at, ids) => {
        const [publish, unpublish, other] = [0, 1, 2].map((rest) => ids.filter((_, index) => index % 3 === rest))
        const view = decodeScheduledView(
          encodeScheduledChanges({ at, publish: publish ?? [], unpublish: unpublish ?? [] }),
        )
        expect(view.at).toEqual(at)
        expect(ids.filter(view.isPublished)).toEqual(publish)
        expect(ids.filter(view.isUnpublished)).toEqual(unpublish)
        expect(other?.some((id) => view.isPublished(id) || view.isUnpublished(id))).toBe(false)
      },
    ),
  )
})

test('the most ids fit into a cookie, which browsers limit to 4,096 bytes', () => {
  const publish = Array.from({ length: MAX_SCHEDULED_IDS }, (_, index) => `${index}`.padEnd(64, 'x'))
  expect(encodeScheduledChanges({ at: new Date(), publish, unpublish: [] }).length).toBeLessThan(3_000)
})
