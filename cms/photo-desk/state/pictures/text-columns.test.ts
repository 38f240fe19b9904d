import { expect, test } from 'vitest'
import { model } from '#cms/model/model.gen.ts'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { findTextProblems, listTextColumns } from './text-columns.ts'

test('finds missing and invalid texts by field', () => {
  expect(findTextProblems(PHOTO_TYPE, { altText: null, caption: 'x'.repeat(161) })).toEqual(
    new Map([
      ['altText', 'missing'],
      ['caption', 'has 161 characters: write 1 to 160'],
    ]),
  )
  expect(findTextProblems(PHOTO_TYPE, { altText: 'A crew at work' }).size).toBe(0)
  expect(findTextProblems(PHOTO_TYPE, { altText: 'A crew\rat work', focalPoint: 'left' })).toEqual(
    new Map([
      ['altText', 'has several lines: write it on one line'],
      ['focalPoint', expect.stringMatching(/\d+%/)],
    ]),
  )
  expect(findTextProblems(LOGO_TYPE, { name: 'Union', kind: 'Unions', link: 'union.org' })).toEqual(
    new Map([
      ['kind', expect.stringMatching(/^must be one of .*, /)],
      ['link', 'The address must start with https://'],
    ]),
  )
})

test('the columns have the names, help texts and choices of the content model, without the focal point', () => {
  const { altText, caption } = model.galleryImage.fields
  const toColumn = (field: string, label: string, help: string, isRequired: boolean) => ({
    field,
    label,
    help,
    isRequired,
    choices: [],
  })
  expect(listTextColumns(PHOTO_TYPE)).toEqual([
    toColumn('altText', 'Alternative text', `${altText.help} At most 160 characters.`, true),
    toColumn('caption', 'Caption', `${caption.help} At most 160 characters.`, false),
  ])
  expect(listTextColumns(LOGO_TYPE).map(({ field, choices }) => [field, choices.length > 1])).toEqual([
    ['name', false],
    ['kind', true],
    ['link', false],
  ])
})
