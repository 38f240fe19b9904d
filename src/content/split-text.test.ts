import { expect, test } from 'vitest'
import { splitLines, splitParagraphs } from './split-text.ts'

test('white space around lines and paragraphs is none of their text', () => {
  expect(splitParagraphs('One\nline\n \n Two \n\n\nThree')).toEqual(['One\nline', 'Two', 'Three'])
  expect(splitLines('What \r\n We Do')).toEqual(['What', 'We Do'])
})
