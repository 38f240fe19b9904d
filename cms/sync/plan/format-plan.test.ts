import { expect, test } from 'vitest'
import { formatPlan } from './format-plan.ts'
import type { PlannedResource } from './plan.ts'

const item = (id: string, overrides: Partial<PlannedResource> = {}): PlannedResource => ({
  resourceType: 'entry',
  id,
  action: null,
  changes: [],
  preserved: [],
  dependsOn: [],
  apply: async () => {},
  ...overrides,
})

const link = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } })
const items = [
  item('same'),
  item('new', { action: 'create', changes: [{ field: 'title', actual: undefined, desired: 'A' }] }),
  item('changed', {
    action: 'update',
    changes: [
      { field: 'title', actual: 'A\u001b[2J', desired: null },
      { field: 'images', actual: [link('a')], desired: [link('a'), link('b')] },
    ],
    preserved: [{ field: 'phone', actual: '1', desired: '2' }],
  }),
  item('withdrawn', { action: 'update', changes: [], note: 'an editor has unpublished it' }),
  item('draft', { action: 'publish' }),
  item('wrong', { action: 'update', blocked: 'Contentful cannot change the type of a field' }),
]

test('prints one line per resource that differs, and one per changed field', () => {
  expect(formatPlan(items).split('\n')).toEqual([
    '+ entry new: create',
    '~ entry changed: update',
    '    title: "A\\u001b[2J" -> nothing',
    '    images: [a] -> [a, b]',
    '    phone: an editor’s "1" stays; --force writes "2"',
    '~ entry withdrawn: update; an editor has unpublished it',
    '^ entry draft: publish',
    '! entry wrong: blocked',
    '    Contentful cannot change the type of a field',
    '1 that Contentful would reject, 1 to create, 3 to update, 1 to publish, 2 with differences that are kept in the space, 1 unchanged.',
  ])
})

test('says what --force publishes again although an editor has withdrawn it', () => {
  const withdrawal = 'an editor has unpublished it'
  const forced = [
    item('home', { action: 'publish', withdrawal }),
    item('fact', { action: 'unarchive', withdrawal: 'an editor has archived it' }),
    item('draft', { action: 'publish' }),
  ]
  expect(formatPlan(forced).split('\n')).toEqual([
    '^ entry home: publish; an editor has unpublished it',
    '~ entry fact: unarchive; an editor has archived it',
    '^ entry draft: publish',
    '1 to update, 2 to publish, 2 to publish again that an editor has unpublished or archived.',
  ])
})

test('prints the fields of a content type that only the space has', () => {
  const optional = { id: 'own', type: 'Symbol', required: false }
  const required = { id: 'old', type: 'Text', required: true }
  const types = [
    item('page', { resourceType: 'content type', extraFields: [optional] }),
    item('fact', { resourceType: 'content type', extraFields: [required], blocked: 'its field "old" is required' }),
    item('seo', { resourceType: 'content type', extraFields: [] }),
  ]
  expect(formatPlan(types).split('\n')).toEqual([
    '= content type page',
    '    own: only in the space (Symbol); a migration can delete it',
    '! content type fact: blocked',
    '    its field "old" is required',
    '    old: required, and only in the space (Text); a migration can delete it',
    '1 that Contentful would reject, 2 with differences that are kept in the space, 1 unchanged.',
  ])
})

test('prints one line when there is nothing to do', () =>
  expect(formatPlan([item('a'), item('b')])).toBe('2 unchanged.'))

test('truncates long values and counts the items of long lists', () => {
  const images = Array.from({ length: 120 }, (_, index) => link(`photo-${index}`))
  const change = { field: 'images', actual: 'x'.repeat(99), desired: images }
  const [, line = ''] = formatPlan([item('gallery', { action: 'update', changes: [change] })]).split('\n')
  expect(line).toMatch(/^ {4}images: "x{58}… -> \[photo-0, photo-1, .+… \(120 in all\)$/)
})
