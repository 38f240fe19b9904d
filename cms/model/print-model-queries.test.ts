import { expect, test } from 'vitest'
import {
  defineContentType,
  editorTitleField,
  entryField,
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
    first: entryField(photo, { help }),
    stages: listField(photo, { help, max: 12 }),
    photos: listField(photo, { help }),
  },
})

test('§3.12 §11.6 the queries have all fields except those of editors, lists to their maximum, and in parts without one', () => {
  expect(printModelQueries([photo, homePage]).replace(/\s+/g, ' ')).toBe(
    [
      '# Generated from cms/model by: npm run types',
      'fragment Image on Asset { sys { id } url width height }',
      'fragment AssetFile on Asset { sys { id } url }',
      'fragment Photo on Photo { sys { id } file { ...Image } }',
      'fragment HomePage on HomePage { sys { id } title film { ...AssetFile } first { ...Photo }',
      'stagesCollection(limit: 12) { items { ...Photo } }',
      'photosCollection(skip: $skip, limit: 1000) { total items { ...Photo } } }',
      'query Home($skip: Int = 0) { homePageCollection(limit: 1) { items { ...HomePage } } } ',
    ].join(' '),
  )
})
