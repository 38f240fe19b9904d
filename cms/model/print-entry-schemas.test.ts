import { expect, test } from 'vitest'
import {
  altTextField,
  defineContentType,
  editorTitleField,
  listField,
  optionalField,
  patternField,
} from '#cms/model/field-definitions.ts'
import { printEntrySchemas } from './print-entry-schemas.ts'

const help = 'Help.'
const type = { name: 'Type', description: 'A type.' } as const
const photo = defineContentType({ ...type, id: 'photo', title: 'altText', fields: { altText: altTextField({ help }) } })
const page = defineContentType({
  ...type,
  id: 'homePage',
  title: 'name',
  fields: {
    name: editorTitleField({ help }),
    posterAlt: altTextField({ help }),
    film: optionalField(patternField(/^\d+$/, { help, message: 'Digits' })),
    photos: listField(photo, { min: 1, help }),
    skills: listField('line', { help }),
  },
})

test('defines the entries of each content type by the kinds of its fields', () => {
  expect(printEntrySchemas([photo, page]).split('\n').slice(4)).toEqual([
    'export const photoEntry = defineEntry("Type", {',
    '  altText: fieldSchemas.line(),',
    '})',
    '',
    'export const homePageEntry = defineEntry("Type", {',
    '  posterAlt: fieldSchemas.altText(),',
    '  film: z.nullish(fieldSchemas.pattern(/^\\d+$/)),',
    '  photosCollection: fieldSchemas.linkList(photoEntry, { isRequired: true }),',
    '  skills: fieldSchemas.lineList({ isRequired: false }),',
    '})',
    '',
  ])
})
