import { expect, test } from 'vitest'
import { fact } from '#cms/model/fact.ts'
import { findUnusedFields } from './unused-fields.ts'

test('names the file and the line of each field that the code does not name', () => {
  expect(findUnusedFields()).toEqual([])
  expect(findUnusedFields([fact], 'src/content/generated/*.ts')).toEqual([
    'cms/model/fact.ts:10: the field figure is not used: no page reads it',
    'cms/model/fact.ts:11: the field unit is not used: no page reads it',
    'cms/model/fact.ts:12: the field text is not used: no page reads it',
  ])
})
