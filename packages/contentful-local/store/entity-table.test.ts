import { expect, onTestFinished, test } from 'vitest'
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
