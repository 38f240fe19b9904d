import { expect, test } from 'vitest'
import { createEntryLink, createTestContent, runRule } from '#cms/check/test-content.ts'
import { checkListLengths } from './list-length.ts'

const links = (count: number) => Array.from({ length: count }, (_, number) => createEntryLink(`e${number}`))
const services = (fields: object) =>
  createTestContent({
    entries: { services: ['servicesPage', { panels: links(3), affiliations: links(13), ...fields }] },
  })
const gallery = (count: number) =>
  createTestContent({ entries: { gallery: ['galleryPage', { images: links(count) }] } })

test('accepts 120 photos, 13 logos and 16 stages', () => {
  expect(runRule(checkListLengths, services({}))).toEqual([])
  expect(runRule(checkListLengths, gallery(120))).toEqual([])
  expect(
    runRule(checkListLengths, createTestContent({ entries: { line: ['mainlinePage', { stages: links(16) }] } })),
  ).toEqual([])
})

test.each([1, 119, 121])('reports %i photos, which differ from the requirements', (count) => {
  expect(runRule(checkListLengths, gallery(count))).toEqual([
    `warning gallery.images: Images has ${count} items but the requirements have 120: add or remove items, or agree on another number`,
  ])
})

test('reports an empty list; a required one is an error', () => {
  expect(runRule(checkListLengths, gallery(0))).toEqual(['error gallery.images: Images is empty: add items'])
  expect(runRule(checkListLengths, services({ affiliations: undefined }))).toEqual([
    'warning services.affiliations: Affiliations is empty: add items',
  ])
})

test('reports duplicates and too many items', () => {
  expect(runRule(checkListLengths, services({ panels: [...links(6), createEntryLink('e0')] }))).toEqual([
    'warning services.panels: Panels lists the same item twice (e0): remove one',
    'error services.panels: Panels has 7 items but the maximum is 6: remove some',
  ])
})

test('reports 5,000 photos', () => {
  expect(runRule(checkListLengths, gallery(5_000))).toHaveLength(2)
})
