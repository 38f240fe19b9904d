import { expect, onTestFinished, test, vi } from 'vitest'
import { createLink } from '#local/shared/links.ts'
import type { EntitySelection, FieldValues } from './entity-table.ts'
import { openTemporarySpaceStore } from './space-store.ts'

function openSpace() {
  const space = openTemporarySpaceStore()
  onTestFinished(space.close)
  return space
}

const selectBy = (
  values: EntitySelection['values'],
  version: EntitySelection['version'] = 'draft',
): EntitySelection => ({ version, order: 'id', ...(values && { values }) })

const createNote = (fields: FieldValues) => ({ fields, tags: [] })

test.each([
  ['a text', { 'en-US': 'red' }, [''], ['red']],
  ['a number', { 'en-US': 2.5 }, [''], [2.5]],
  ['an item of a list', { 'en-US': ['red', 'blue'] }, [''], ['green', 'blue']],
  ['a text of 256 characters', { 'en-US': 'ü'.repeat(256) }, [''], ['ü'.repeat(256)]],
  ['a link', { 'en-US': createLink('Entry', 'other') }, ['Entry'], ['other']],
  ['an item of a list of links', { 'en-US': [createLink('Asset', 'file')] }, ['Entry', 'Asset'], ['file']],
  [
    'a link in a rich text',
    { 'en-US': { nodeType: 'document', content: [{ data: { target: createLink('Entry', 'deep') } }] } },
    ['Entry'],
    ['deep'],
  ],
] as const)('selects by %s, in drafts and in published versions', (_, values, linkTypes, accepted) => {
  const { entries } = openSpace().openEnvironment('master')
  entries.create('note', createNote({ field: values }), 'note')
  entries.create('other', createNote({ field: { 'en-US': 'something else' } }), 'note')
  entries.create('elsewhere', createNote({ elsewhere: values }), 'note')
  const condition = { linkTypes, values: accepted, field: 'field' }
  expect(entries.listIds(selectBy([condition]))).toEqual(['note'])
  expect(entries.listIds(selectBy([condition], 'published'))).toEqual([])
  entries.publish('note')
  entries.save('note', createNote({}))
  expect(entries.listIds(selectBy([condition]))).toEqual([])
  expect(entries.listIds(selectBy([condition], 'published'))).toEqual(['note'])
  entries.unpublish('note')
  expect(entries.listIds(selectBy([condition], 'published'))).toEqual([])
})

test('the values of an environment follow when it is copied, renamed and deleted', () => {
  const space = openSpace()
  const selection = selectBy([{ linkTypes: [''], values: ['red'], field: 'color' }])
  const count = (environment: string) => space.openEnvironment(environment).entries.count(selection)
  space.openEnvironment('master').entries.create('note', createNote({ color: { 'en-US': 'red' } }), 'note')
  space.copyEnvironment('master', 'copy', { name: 'copy' })
  expect([count('master'), count('copy')]).toEqual([1, 1])
  space.renameEnvironment('copy', 'renamed')
  expect([count('master'), count('renamed')]).toEqual([1, 1])
  space.openEnvironment('renamed').entries.save('note', createNote({}))
  expect([count('master'), count('renamed')]).toEqual([1, 0])
})

test('lists and iterates by id', () => {
  const { entries } = openSpace().openEnvironment('master')
  const ids = Array.from({ length: 1_100 }, (_, index) => `note-${index}`)
  for (const id of ids) entries.create(id, createNote({}), 'note')
  entries.create('other', createNote({}), 'other')
  const notes = { version: 'draft', contentType: 'note', order: 'id' } as const
  expect(entries.listIds(notes, { skip: 10, limit: 5 })).toEqual(ids.toSorted().slice(10, 15))
  expect([...entries.iterate(notes)].map(({ id }) => id)).toEqual(ids.toSorted())
})

test.each([
  ['draft', 'latest', ['changed', 'new', 'a', 'b']],
  ['published', 'latest', ['a', 'b', 'changed']],
  ['preview', 'newest-publication', ['new', 'a', 'b', 'changed']],
] as const)(
  'lists the %s content in the order %s, also where the values to sort by are equal',
  (version, order, expected) => {
    const { entries } = openSpace().openEnvironment('master')
    const content = createNote({ color: { 'en-US': 'red' } })
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const publish = (id: string) => {
      entries.create(id, content, 'note')
      entries.publish(id)
    }
    const steps = [
      () => publish('changed'),
      () => ['b', 'a'].forEach(publish),
      () => entries.create('new', content, 'note'),
      () => entries.save('changed', content),
    ]
    for (const step of steps) {
      vi.setSystemTime(Date.now() + 1_000)
      step()
    }
    const equal = [{ column: 'archivedAt' }, { field: 'color', locale: 'en-US', linkType: '' }] as const
    const list = (sortedBy: EntitySelection['sortedBy']) =>
      entries.listIds({ version, contentType: 'note', order, sortedBy })
    expect(list(undefined)).toEqual(expected)
    for (const value of equal) expect(list({ ...value, isDescending: false }), JSON.stringify(value)).toEqual(expected)
  },
)
