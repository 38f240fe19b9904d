import { expect, test } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/space/picture-type.ts'
import { describeLength, findTextProblems, listTextColumns } from './text-columns.ts'

test('lists the texts of photographs with the limits of the content model', () => {
  expect(listTextColumns(PHOTO_TYPE)).toMatchObject([
    { field: 'altText', label: 'Alternative text', isRequired: true, max: 160, choices: [] },
    { field: 'caption', label: 'Caption', isRequired: false, max: 160, choices: [] },
  ])
})

test('lists the texts of logos with the allowed kinds', () => {
  expect(listTextColumns(LOGO_TYPE)).toMatchObject([
    { field: 'name', max: 80, choices: [] },
    { field: 'kind', choices: ['Safety and compliance', 'Trade unions', 'Associations'] },
    { field: 'link', max: 256, choices: [] },
  ])
})

test.each([
  [0, undefined],
  [127, undefined],
  [128, '32 characters left'],
  [159, '1 character left'],
  [160, '0 characters left'],
])('describes a length of %i characters near a limit', (length, description) => {
  const [alternativeText] = listTextColumns(PHOTO_TYPE)
  expect(alternativeText && describeLength('x'.repeat(length), alternativeText)).toBe(description)
})

test('finds missing and invalid texts by field', () => {
  expect(findTextProblems(PHOTO_TYPE, { altText: null, caption: 'x'.repeat(161) })).toEqual(
    new Map([
      ['altText', 'missing'],
      ['caption', 'has 161 characters; write 1 to 160'],
    ]),
  )
  expect(findTextProblems(PHOTO_TYPE, { altText: 'A crew at work' }).size).toBe(0)
  expect(findTextProblems(LOGO_TYPE, { name: 'Union', kind: 'Trade unions', link: 'union.org' })).toEqual(
    new Map([['link', 'is "union.org"; The address must start with https://']]),
  )
})
