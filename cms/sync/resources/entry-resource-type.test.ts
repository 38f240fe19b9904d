import { expect, test } from 'vitest'
import { createLink } from '#cms/links.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { type ActualEntry, createEntryResourceType, type DesiredEntry } from './entry-resource-type.ts'
import { fingerprintValue } from './seed-fingerprints.ts'

const links = (ids: readonly string[]) => ids.map((id) => createLink('Entry', id))

/** The home page of a seed with these figures. */
const createDesired = (ids: readonly string[]): DesiredEntry => ({
  id: 'home',
  type: 'homePage',
  fields: { name: 'Home', facts: links(ids), hero: null },
  links: ids.map((id) => `entry ${id}`),
})

const SEEDED = { name: 'Home', facts: links(['a', 'b']) }

/** The home page after a seed run with the figures a and b, and after an editor’s changes. */
function createActual(edits: Readonly<Record<string, unknown>> = {}, sys: object = {}): ActualEntry {
  const marks = Object.entries(SEEDED).map(([field, value]) => [field, fingerprintValue(value)])
  const fields = { ...SEEDED, ...edits, seedMarks: { fields: Object.fromEntries(marks), whole: null } }
  const localized = Object.entries(fields).map(([field, value]) => [field, { 'en-US': value }])
  const contentType = { sys: { type: 'Link', linkType: 'ContentType', id: 'homePage' } }
  const properties = { id: 'home', type: 'Entry', version: 2, publishedVersion: 1, contentType, ...sys }
  return JSON.parse(JSON.stringify({ sys: properties, fields: Object.fromEntries(localized) }))
}

const space = createSpaceClient(getLocalConnection('http://127.0.0.1:1', 'management')) // gets no request
const delivered = new Set(['a', 'b', 'c', 'of-an-editor'].map((id) => `entry ${id}`))

/** Compares, and returns the names of the fields that a run writes and keeps, with the action. */
function plan(desired: DesiredEntry, actual: ActualEntry, force = false) {
  const type = createEntryResourceType(space, force, delivered)
  const { changes, preserved, blocked } = type.compare(desired, actual)
  const getField = ({ field }: { readonly field: string }) => field
  const action = type.nextStep(desired, actual)?.action
  return { action, writes: changes.map(getField), keeps: preserved.map(getField), blocked }
}

const NOTHING = { action: undefined, writes: [], keeps: [], blocked: undefined }

const LISTS = [
  ['more items', ['a', 'b', 'of-an-editor']],
  ['fewer items', ['b']],
  ['another order', ['b', 'a']],
  ['another item', ['a', 'of-an-editor']],
  ['no items', []],
] as const

test.each(LISTS)('keeps a list to which an editor gave %s, also when the seed changes it, unless forced', (_, ids) => {
  const actual = createActual({ facts: links(ids) })
  for (const desired of [createDesired(['a', 'b']), createDesired(['a', 'b', 'c'])]) {
    expect(plan(desired, actual)).toEqual({ ...NOTHING, keeps: ['facts'] })
    expect(plan(desired, actual, true)).toEqual({ ...NOTHING, action: 'update', writes: ['facts'] })
  }
})

test.each([...LISTS, ['one more item', ['a', 'b', 'c']]] as const)(
  'writes a list to which only the seed gave %s',
  (_, ids) =>
    expect(plan(createDesired(ids), createActual())).toEqual({ ...NOTHING, action: 'update', writes: ['facts'] }),
)

test.each([
  ['a link to its draft in a list', { facts: links(['a', 'draft', 'b']) }],
  ['a link to its draft', { hero: createLink('Entry', 'draft') }],
  ['a field', { own: 'A value' }],
])('%s that only the space has is no difference', (_, edits) =>
  expect(plan(createDesired(['a', 'b']), createActual(edits))).toEqual(NOTHING),
)

test('keeps the fields of an entry that an editor created with an id of the seed', () => {
  const { sys, fields } = createActual({ name: 'Start' })
  const { seedMarks: _, ...own } = fields
  expect(plan(createDesired(['a']), { ...createActual(), sys, fields: own })).toEqual({
    ...NOTHING,
    keeps: ['name', 'facts'],
  })
})

test('an entry of another content type with the same id blocks the run', () => {
  const actual = createActual({}, { contentType: { sys: { id: 'fact' } } })
  expect(plan(createDesired(['a', 'b']), actual).blocked).toBe(
    'the space has an entry of the type "fact" with this id: delete it there, or choose another id in the seed',
  )
})
