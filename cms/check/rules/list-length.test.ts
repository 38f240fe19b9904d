import { describe, expect, test } from 'vitest'
import { createEntryLink, createTestContent, runRule } from '#tests/setup/contentful/checked-content.ts'
import { checkListLengths } from './list-length.ts'

const links = (count: number) => Array.from({ length: count }, (_, number) => createEntryLink(`e${number}`))
const services = (fields: object) =>
  createTestContent({
    entries: {
      services: ['servicesPage', { panels: links(3), ...fields }],
      e0: ['servicePanel', { header: 'Trenching' }],
    },
  })
const gallery = (count: number) =>
  createTestContent({ entries: { gallery: ['galleryPage', { images: links(count) }] } })

test('§10.17 accepts lists within the limits of the model', () => {
  for (const count of [1, 1_000]) expect(runRule(checkListLengths, gallery(count))).toEqual([])
  for (const count of [1, 60]) expect(runRule(checkListLengths, services({ affiliations: links(count) }))).toEqual([])
})

test('§10.17 reports an empty list, of which a required one is an error, and one that is longer than the model allows', () => {
  expect(runRule(checkListLengths, gallery(1_001))).toEqual([
    'error gallery.images: Images has 1001 items but the maximum is 1000: remove some',
  ])
  expect(runRule(checkListLengths, gallery(0))).toEqual(['error gallery.images: Images is empty: add items'])
  expect(runRule(checkListLengths, services({}))).toEqual([
    'warning services.affiliations: Affiliations is empty: add items',
  ])
})

test('reports duplicates and too many items', () => {
  expect(
    runRule(checkListLengths, services({ panels: [...links(6), ...links(1), ...links(1)], affiliations: links(1) })),
  ).toEqual([
    'warning services.panels: Panels lists “Trenching” twice: remove one',
    'error services.panels: Panels has 8 items but the maximum is 6: remove some',
  ])
})

describe('of the entries of a list that are not published', () => {
  const fact = (id: string) => [id, ['fact', { text: id }]] as const
  const home = (ids: readonly string[]) => ['homePage', { name: 'Home', facts: ids.map(createEntryLink) }] as const
  const panels = (ids: readonly string[]) => ['servicesPage', { name: 'S', panels: ids.map(createEntryLink) }] as const
  const run = (page: ReturnType<typeof home> | ReturnType<typeof panels>, published: readonly string[]) => {
    const all = { page, ...Object.fromEntries(['a', 'b', 'c'].map(fact)), p: ['servicePanel', {}] as const }
    const visible = Object.fromEntries(Object.entries(all).filter(([id]) => id === 'page' || published.includes(id)))
    const content = createTestContent({ entries: visible })
    return runRule(checkListLengths, content, createTestContent({ entries: all })).filter((line) => !/empty/.test(line))
  }

  test('§10.8 reports how many wait, in one line', () => {
    expect(run(home(['a', 'b', 'c']), ['b'])).toEqual(['waiting page.facts: 2 drafts are in the list Facts of Home'])
    expect(run(home(['a', 'b']), ['b'])).toEqual(['waiting page.facts: 1 draft is in the list Facts of Home'])
    expect(run(home(['a', 'b']), ['a', 'b'])).toEqual([])
  })

  test('reports a list of drafts only as an error, also if it is not required', () => {
    expect(run(home(['a', 'b', 'c']), [])).toEqual([
      'error page.facts: Facts needs at least 1 published entry and has none: publish its drafts',
    ])
    expect(run(panels(['p']), [])).toEqual([
      'error page.panels: Panels needs at least 1 published entry and has none: publish its drafts',
    ])
  })

  test('counts the drafts of the list as it is saved', () => {
    const facts = { a: ['fact', {}], b: ['fact', {}] } as const
    const published = createTestContent({ entries: { page: home(['a']), a: facts.a } })
    const drafts = createTestContent({ entries: { page: home(['a', 'b']), ...facts } })
    expect(runRule(checkListLengths, published, drafts)).toEqual([
      'waiting page.facts: 1 draft is in the list Facts of Home',
    ])
  })

  test('counts neither what is deleted nor what has the wrong type', () => {
    expect(run(home(['a', 'gone', 'p']), ['a'])).toEqual([])
  })
})
