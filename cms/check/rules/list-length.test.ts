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

test('120 photographs, 13 logos and 16 stages are in order', () => {
  expect(runRule(checkListLengths, services({}))).toEqual([])
  expect(runRule(checkListLengths, gallery(120))).toEqual([])
  expect(
    runRule(checkListLengths, createTestContent({ entries: { line: ['mainlinePage', { stages: links(16) }] } })),
  ).toEqual([])
})

test.each([1, 119, 121])('%i photographs are not what the specification has', (count) => {
  expect(runRule(checkListLengths, gallery(count))).toEqual([
    `should gallery.images: Images holds ${count}, where the specification has 120: add or take out, or agree on another number`,
  ])
})

test('an empty list is named; one that a page cannot do without is broken', () => {
  expect(runRule(checkListLengths, gallery(0))).toEqual([
    'broken gallery.images: Images has nothing in it: put in what belongs there',
  ])
  expect(runRule(checkListLengths, services({ affiliations: undefined }))).toEqual([
    'should services.affiliations: Affiliations has nothing in it: put in what belongs there',
  ])
})

test('the same thing twice, and more than there is place for', () => {
  expect(runRule(checkListLengths, services({ panels: [...links(6), createEntryLink('e0')] }))).toEqual([
    'should services.panels: Panels has the same thing twice (e0): take one out',
    'broken services.panels: Panels holds 7, and has place for 6: take some out',
  ])
})

test('5,000 photographs are counted like any other number', () => {
  expect(runRule(checkListLengths, gallery(5_000))).toHaveLength(2)
})
