import { expect, test } from 'vitest'
import { formatPlan, formatPlanCounts } from './format-plan.ts'
import type { PlannedResource } from './plan.ts'

const item = (id: string, more: Partial<PlannedResource> = {}): PlannedResource => ({
  resourceType: 'entry',
  id,
  action: null,
  changes: [],
  preserved: [],
  dependsOn: [],
  apply: async () => {},
  ...more,
})

const link = (id: string) => ({ sys: { type: 'Link', linkType: 'Entry', id } })
const items = [
  item('same'),
  item('new', { action: 'create', changes: [{ field: 'title', held: undefined, wanted: 'A' }] }),
  item('changed', {
    action: 'update',
    changes: [
      { field: 'title', held: 'A\u001b[2J', wanted: null },
      { field: 'images', held: [link('a')], wanted: [link('a'), link('b')] },
    ],
    preserved: [{ field: 'phone', held: '1', wanted: '2' }],
  }),
  item('withdrawn', { action: 'update', changes: [], note: 'an editor has unpublished it' }),
  item('draft', { action: 'publish' }),
  item('old', { action: 'delete' }),
  item('wrong', { action: 'update', blocked: 'Contentful keeps a field’s type' }),
]

test('a line for each thing that differs, and for each of its fields', () => {
  expect(formatPlan(items).split('\n')).toEqual([
    '+ entry new: create and publish',
    '~ entry changed: update and publish',
    '    title: "A\\u001b[2J" -> nothing',
    '    images: [a] -> [a, b]',
    '    phone: an editor’s "1" stays; --force writes "2"',
    '~ entry withdrawn: update; an editor has unpublished it',
    '^ entry draft: publish',
    '- entry old: unpublish and delete',
    '! entry wrong: cannot be done',
    '    Contentful keeps a field’s type',
    '1 that Contentful would refuse, 1 to create, 3 to update, 1 to publish, 1 to delete, 2 with something that stays as it is in the space, 1 unchanged.',
  ])
})

test('what stays for the same reason is told together', () => {
  const own = { note: 'only in the space, an editor’s' }
  const extra = ['a', 'b', 'c'].map((id) => item(id, own))
  expect(
    formatPlan([
      ...extra,
      item('home', { note: 'an editor has unpublished it' }),
      item('d', { resourceType: 'asset', ...own }),
    ]),
  ).toBe(
    [
      '= 3 of the kind entry: only in the space, an editor’s',
      '    a, b, c',
      '= entry home: an editor has unpublished it',
      '= asset d: only in the space, an editor’s',
      '5 with something that stays as it is in the space.',
    ].join('\n'),
  )
})

test('nothing to do is one line', () => expect(formatPlan([item('a'), item('b')])).toBe('2 unchanged.'))

test('an empty plan has its line too', () => expect(formatPlanCounts([])).toBe('Nothing at all.'))

test('a long value is cut, a long list counted', () => {
  const images = Array.from({ length: 120 }, (_, place) => link(`photo-${place}`))
  const change = { field: 'images', held: 'x'.repeat(99), wanted: images }
  const [, line = ''] = formatPlan([item('gallery', { action: 'update', changes: [change] })]).split('\n')
  expect(line).toMatch(/^ {4}images: "x{58}… -> \[photo-0, photo-1, .+… \(120 in all\)$/)
})
