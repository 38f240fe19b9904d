import { expect, test } from 'vitest'
import { splitLines, splitParagraphs } from './split-text.ts'

test('splits paragraphs at empty lines and lines at line breaks', () => {
  expect(splitParagraphs('one\nstill one\n \ntwo')).toEqual(['one\nstill one', 'two'])
  expect(splitLines('Pipelines built\nto outlast us')).toEqual(['Pipelines built', 'to outlast us'])
})
