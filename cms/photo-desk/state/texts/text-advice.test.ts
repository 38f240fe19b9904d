import { expect, test } from 'vitest'
import { PHOTO_TYPE } from '#cms/photo-desk/client/picture-type.ts'
import { addTextAdvice } from './text-advice.ts'

test('advises on alternative texts as the content report does, and on both of two pictures with the same text', () => {
  const texts = ['Picture of a crew', 'IMG_2044.jpg', 'A green pipe', 'a green pipe.', 'A welder at dusk', null]
  const rows = texts.map((altText, index) => {
    const name = `${index}.jpg`
    return { id: `row-${index}`, name, fileNames: [name], values: { altText }, state: 'draft' as const }
  })
  expect(addTextAdvice(rows, PHOTO_TYPE).map(({ advice }) => advice?.get('altText'))).toEqual([
    expect.stringMatching(/^begins with words like “picture of”/),
    expect.stringMatching(/^is a file name/),
    'is the same as that of another picture (3.jpg): describe what is different',
    'is the same as that of another picture (2.jpg): describe what is different',
    undefined,
    undefined,
  ])
})
