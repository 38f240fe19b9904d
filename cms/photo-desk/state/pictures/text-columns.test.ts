import { expect, test } from 'vitest'
import { LOGO_TYPE, PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { findTextProblems } from './text-columns.ts'

test('finds missing and invalid texts by field', () => {
  expect(findTextProblems(PHOTO_TYPE, { altText: null, caption: 'x'.repeat(161) })).toEqual(
    new Map([
      ['altText', 'missing'],
      ['caption', 'has 161 characters: write 1 to 160'],
    ]),
  )
  expect(findTextProblems(PHOTO_TYPE, { altText: 'A crew at work' }).size).toBe(0)
  expect(findTextProblems(LOGO_TYPE, { name: 'Union', kind: 'Unions', link: 'union.org' })).toEqual(
    new Map([
      ['kind', expect.stringMatching(/^must be one of .*, /)],
      ['link', 'The address must start with https://'],
    ]),
  )
})
