import { expect, test } from 'vitest'
import { matchesSearch } from './picture-filter.ts'

test('a search finds all its words, in any text, without regard to case and accents', () => {
  const texts = ['Grüße from Montréal', null, 'IMG_42.jpg']
  expect(matchesSearch(texts, 'montreal img_42')).toBe(true)
  expect(matchesSearch(texts, ' GRU\u0308ßE')).toBe(true)
  expect(matchesSearch(texts, 'montreal 43')).toBe(false)
  expect(matchesSearch(texts, ' ')).toBe(true)
})
