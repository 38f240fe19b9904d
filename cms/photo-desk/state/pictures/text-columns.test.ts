import { expect, test } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { findTextProblems, listTextColumns } from './text-columns.ts'

test('lists the texts of photographs and logos as the content model defines them', () => {
  expect(listTextColumns(PHOTO_TYPE)).toMatchObject([
    { field: 'altText', label: 'Alternative text', isRequired: true, choices: [] },
    { field: 'caption', label: 'Caption', isRequired: false, choices: [] },
  ])
  expect(listTextColumns(LOGO_TYPE)).toMatchObject([
    { field: 'name', choices: [] },
    { field: 'kind', choices: ['Safety and compliance', 'Trade unions', 'Associations'] },
    { field: 'link', choices: [] },
  ])
})

test('finds missing and invalid texts by field', () => {
  expect(findTextProblems(PHOTO_TYPE, { altText: null, caption: 'x'.repeat(161) })).toEqual(
    new Map([
      ['altText', 'missing'],
      ['caption', 'has 161 characters: write 1 to 160'],
    ]),
  )
  expect(findTextProblems(PHOTO_TYPE, { altText: 'A crew at work' }).size).toBe(0)
  expect(findTextProblems(LOGO_TYPE, { name: 'Union', kind: 'Trade unions', link: 'union.org' })).toEqual(
    new Map([['link', 'The address must start with https://']]),
  )
})
