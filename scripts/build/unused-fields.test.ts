import { expect, test } from 'vitest'
import { fact } from '#cms/model/fact.ts'
import { findUnusedFields } from './unused-fields.ts'

test('names the file and the line of each field that the code does not name', () => {
  expect(findUnusedFields()).toEqual([])
  expect(findUnusedFields([fact], 'src/pages/home/no-such-file.tsx')).toEqual([
    'cms/model/fact.ts:10: field "figure" is not used: no file of src reads it',
    'cms/model/fact.ts:11: field "unit" is not used: no file of src reads it',
    'cms/model/fact.ts:12: field "text" is not used: no file of src reads it',
  ])
})
