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

/** A changed resource of each kind, with its lines. */
const CASES: readonly (readonly [PlannedResource, ...lines: string[]])[] = [
  [
    item('new', { action: 'create', changes: [{ field: 'title', actual: undefined, desired: 'A' }] }),
    '+ entry new: create',
  ],
  [
    item('changed', {
      action: 'update',
      changes: [
        { field: 'title', actual: 'A\u001b[2J', desired: null },
        { field: 'images', actual: [link('a')], desired: [link('a'), link('b')] },
      ],
      preserved: [{ field: 'phone', actual: '1', desired: '2' }],
    }),
    '~ entry changed: update',
    '    title: "A\\u001b[2J" -> nothing',
    '    images: [a] -> [a, b]',
    '    phone: an editor’s "1" stays; --force writes "2"',
  ],
  [
    item('withdrawn', { action: 'update', note: 'an editor has unpublished it' }),
    '~ entry withdrawn: update; an editor has unpublished it',
  ],
  [
    item('forced', { action: 'unarchive', withdrawal: 'an editor has archived it' }),
    '~ entry forced: unarchive; an editor has archived it',
  ],
  [item('draft', { action: 'publish' }), '^ entry draft: publish'],
  [item('half', { action: 'process' }), '~ entry half: process'],
  [
    item('page', { resourceType: 'content type', extraFields: [{ id: 'own', type: 'Symbol', required: false }] }),
    '= content type page',
    '    own: only in the space (Symbol); a migration can delete it',
  ],
  [
    item('fact', {
      resourceType: 'content type',
      extraFields: [{ id: 'old', type: 'Text', required: true }],
      blocked: 'its field "old" is required',
    }),
    '! content type fact: blocked',
    '    its field "old" is required',
    '    old: required, and only in the space (Text); a migration can delete it',
  ],
]

test('prints one line per resource that differs, one per changed or extra field, and the counts', () => {
  const items = [item('same'), ...CASES.map(([each]) => each)]
  expect(formatPlan(items).split('\n')).toEqual([
    ...CASES.flatMap(([, ...lines]) => lines),
    '1 that Contentful would reject, 1 to create, 3 to update, 2 to publish, 1 to publish again that an editor has unpublished or archived, 4 with differences that are kept in the space, 1 unchanged.',
  ])
})

test('prints one line when there is nothing to do', () => {
  const items = Array.from({ length: 1_200 }, (_, index) => item(`e${index}`))
  expect(formatPlan(items)).toBe('1,200 unchanged.')
  expect(formatPlan([])).toBe('No resources.')
})

test('truncates long values and counts the items of long lists', () => {
  const images = Array.from({ length: 120 }, (_, index) => link(`photo-${index}`))
  const change = { field: 'images', actual: 'x'.repeat(99), desired: images }
  const [, line = ''] = formatPlan([item('gallery', { action: 'update', changes: [change] })]).split('\n')
  expect(line).toMatch(/^ {4}images: "x{58}… -> \[photo-0, photo-1, .+… \(120 in all\)$/)
})
