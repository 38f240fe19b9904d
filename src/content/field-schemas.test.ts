import { expect, test, vi } from 'vitest'
import { type EntryFields, fieldSchemas } from './field-schemas.ts'
import { factEntry } from './generated/entry-schemas.ts'

vi.mock('#src/env.ts', () => ({ env: { assetPrefix: '/media', siteUrl: 'https://site.example' } }))

test('§3.1 §7.9 prefixes a relative URL with the asset prefix', () => {
  for (const url of ['derived/a.jpg', 'derived/a.svg'])
    expect(fieldSchemas.image().parse({ url, width: 3, height: 2 })).toEqual({
      url: `/media/${url}`,
      width: 3,
      height: 2,
    })
})

test.each([
  ['2026-12-31', '2026-12-31'],
  ['2026-12-31T00:00:00.000-06:00', '2026-12-31'],
  ['31.12.2026', undefined],
  ['2026-02-30T00:00:00.000Z', undefined],
  [null, undefined],
])('the day of the date %s is %s', (date, day) => {
  expect(fieldSchemas.date().safeParse(date).data).toBe(day)
})

test('a list of lines has the valid ones, and is invalid without any if it is required', () => {
  const optional = fieldSchemas.lineList({ isRequired: false })
  expect(optional.parse(['Welding', ' ', 7, null, ' Coating '])).toEqual(['Welding', 'Coating'])
  expect(optional.parse([''])).toEqual([])
  expect(optional.parse(null)).toEqual([])
  const required = fieldSchemas.lineList({ isRequired: true })
  expect(required.parse([' ', 'Welding'])).toEqual(['Welding'])
  for (const lines of [[], [' '], null]) expect(required.safeParse(lines).success).toBe(false)
})

test('§11.7 a field that the query does not contain is a type error that names the field', () => {
  const readYear = (fact: EntryFields<typeof factEntry>) =>
    // @ts-expect-error Property 'year' does not exist
    fact.year
  const fact = { sys: { id: 'miles' }, figure: '250+', unit: 'miles', text: 'Built', year: 1990 }
  expect(readYear(factEntry.schema.parse(fact))).toBeUndefined()
})

test('an optional list whose entries are all unpublished is empty', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const optional = fieldSchemas.linkList(factEntry, { isRequired: false })
  expect(optional.parse({ items: [null, null] })).toEqual([])
  expect(fieldSchemas.linkList(factEntry, { isRequired: true }).safeParse({ items: [null] }).success).toBe(false)
  vi.restoreAllMocks()
})
