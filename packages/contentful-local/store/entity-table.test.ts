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

test('selects by tags', () => {
  const { assets } = openSpace().openEnvironment('master')
  assets.create('tagged', { fields: {}, tags: ['a', 'b'] })
  expect(assets.listIds(selectBy([{ linkTypes: ['Tag'], values: ['b'] }]))).toEqual(['tagged'])
  assets.remove('tagged')
  expect(assets.count(selectBy([{ linkTypes: ['Tag'], values: ['b'] }]))).toBe(0)
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
  for (const id of ids) entries.create(id, createNote({}), index(id) % 2 === 0 ? 'even' : 'odd')
  const even = { version: 'draft', contentType: 'even', order: 'id' } as const
  const sorted = ids.filter((id) => index(id) % 2 === 0).sort()
  expect(entries.listIds(even, { skip: 10, limit: 5 })).toEqual(sorted.slice(10, 15))
  expect([...entries.iterate(even)].map(({ id }) => id)).toEqual(sorted)
})

const index = (id: string) => Number(id.split('-')[1])

test('leaves archived resources out of the preview', () => {
  const { entries } = openSpace().openEnvironment('master')
  entries.create('note', createNote({}), 'note')
  entries.archive('note')
  expect(entries.listIds({ version: 'preview', order: 'latest' })).toEqual([])
  expect(entries.listIds({ version: 'draft', order: 'latest' })).toEqual(['note'])
})
