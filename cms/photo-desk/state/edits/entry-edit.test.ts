import { expect, test } from 'vitest'
import type { EntryEdit } from '#cms/photo-desk/client/stored-work.ts'
import { LOCALE } from '#shared/constants.ts'
import { createTestPhotoEntry, DRAFT } from '#tests/setup/photo-desk/test-pictures.ts'
import { addValues, applyEdit, endSave } from './entry-edit.ts'

const entry = {
  ...createTestPhotoEntry('photo', DRAFT),
  fields: { altText: { [LOCALE]: 'A crew', de: 'Ein Team' }, caption: { [LOCALE]: 'Texas' } },
}
const EDIT: EntryEdit = {
  name: 'crew.jpg',
  values: { altText: 'b' },
  before: { altText: 'a' },
  status: 'failed',
  error: 'Away',
}

test('writes changed texts, keeps those of other languages, and leaves no empty field', () => {
  const apply = (values: EntryEdit['values']) => applyEdit({ ...EDIT, values }, entry)
  const focalPoint = { [LOCALE]: '1% 2%' }
  expect(apply({ altText: null, caption: null, focalPoint: '1% 2%' })).toStrictEqual({
    ...entry,
    fields: { altText: { de: 'Ein Team' }, focalPoint },
  })
  const { altText, caption } = entry.fields
  expect(apply({ altText: 'A team' })?.fields).toEqual({ altText: { ...altText, [LOCALE]: 'A team' }, caption })
  expect(apply({ altText: 'A crew', focalPoint: null })).toBeUndefined()
})

test('an edit keeps what was saved when the editor began, and after a save what was typed meanwhile', () => {
  const values = { altText: 'c', caption: null }
  const changed = { name: 'crew.jpg', values, before: { altText: 'a', caption: 'Texas' } }
  expect(addValues(EDIT, values, entry)).toEqual({ ...changed, status: 'pending' })
  for (const status of ['conflict', 'removed'] as const)
    expect(addValues({ ...EDIT, status }, values, entry)).toEqual({ ...changed, status, error: 'Away' })
  expect(endSave({ ...changed, status: 'saving' }, { altText: 'b', caption: null })).toEqual({
    name: 'crew.jpg',
    values: { altText: 'c' },
    before: { altText: 'b' },
    status: 'pending',
  })
})
