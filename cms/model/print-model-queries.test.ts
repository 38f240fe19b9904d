import { expect, test } from 'vitest'
import {
  defineContentType,
  editorTitleField,
  imageField,
  lineField,
  listField,
  videoField,
} from '#cms/model/field-definitions.ts'
import { printModelQueries } from './print-model-queries.ts'

const help = 'Help.'
const type = { name: 'Type', description: 'A type.', title: 'name' } as const
const photo = defineContentType({
  ...type,
  id: 'photo',
  fields: { name: editorTitleField({ help }), file: imageField({ help }) },
})
const homePage = defineContentType({
  ...type,
  id: 'homePage',
  path: '/',
  fields: {
    name: editorTitleField({ help }),
    title: lineField({ help }),
    film: videoField({ help }),
    stages: listField(photo, { help, max: 12 }),
    photos: listField(photo, { help }),
  },
})
const queries = printModelQueries([photo, homePage]).replace(/\s+/g, ' ')

test('§11.6 a fragment has all fields except those of editors', () => {
  expect(queries).toContain('fragment Photo on Photo { sys { id } file { ...Image } }')
  expect(queries).toContain('fragment HomePage on HomePage { sys { id } title film { ...AssetFile }')
})

test('§3.12 a list is limited to its maximum, and read in parts without one', () => {
  expect(queries).toContain('stagesCollection(limit: 12) { items { ...Photo } }')
  expect(queries).toContain('photosCollection(skip: $skip, limit: 1000) { total items { ...Photo } }')
  expect(queries).toContain('query Home($skip: Int = 0) { homePageCollection(limit: 1) { items { ...HomePage } } }')
})

test('a content type that is not a page has no query', () => expect(queries).not.toContain('query Photo'))
