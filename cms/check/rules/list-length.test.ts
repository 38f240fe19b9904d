import { expect, test } from 'vitest'
import { createEntryLink, createTestContent, runRule } from '#tests/setup/contentful/checked-content.ts'
import { checkListLengths } from './list-length.ts'

const links = (count: number) => Array.from({ length: count }, (_, number) => createEntryLink(`e${number}`))
const services = (fields: object) =>
  createTestContent({
    entries: { services: ['servicesPage', { panels: links(3), affiliations: links(13), ...fields }] },
  })
const gallery = (count: number) =>
  createTestContent({ entries: { gallery: ['galleryPage', { images: links(count) }] } })
const mainline = (count: number) => createTestContent({ entries: { line: ['mainlinePage', { stages: links(count) }] } })

test('accepts 120 photos, 13 logos and 16 stages', () => {
  expect(runRule(checkListLengths, services({}))).toEqual([])
  expect(runRule(checkListLengths, gallery(120))).toEqual([])
  expect(runRule(checkListLengths, mainline(16))).toEqual([])
})

test('accepts more and fewer items than the first content of the site', () => {
  for (const count of [1, 119, 125, 1_000]) expect(runRule(checkListLengths, gallery(count))).toEqual([])
  for (const count of [1, 12, 14, 60])
    expect(runRule(checkListLengths, services({ affiliations: links(count) }))).toEqual([])
})

test.each([
  [gallery(1_001), 'error gallery.images: Images has 1001 items but the maximum is 1000: remove some'],
  [mainline(41), 'error line.stages: Stages has 41 items but the maximum is 40: remove some'],
])('reports a list that is longer than the model allows', (content, line) => {
  expect(runRule(checkListLengths, content)).toEqual([line])
})

test('reports an empty list; a required one is an error', () => {
  expect(runRule(checkListLengths, gallery(0))).toEqual(['error gallery.images: Images is empty: add items'])
  expect(runRule(checkListLengths, services({ affiliations: undefined }))).toEqual([
    'warning services.affiliations: Affiliations is empty: add items',
  ])
})

test('reports duplicates and too many items', () => {
  expect(runRule(checkListLengths, services({ panels: [...links(6), createEntryLink('e0')] }))).toEqual([
    'warning services.panels: Panels lists “e0” twice: remove one',
    'error services.panels: Panels has 7 items but the maximum is 6: remove some',
  ])
})
