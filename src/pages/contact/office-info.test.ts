import { expect, test } from 'vitest'
import { getDirectionsUrl, getPhoneUrl } from './office-info.tsx'

test.each([
  ['(940) 555-0142', 'tel:9405550142'],
  ['+1 940 555 0142', 'tel:+19405550142'],
])('converts %s to %s', (phone, url) => {
  expect(getPhoneUrl(phone)).toBe(url)
})

test('encodes the whole address in the directions URL', () => {
  expect(new URL(getDirectionsUrl('1 Main & Elm, #3')).searchParams.get('destination')).toBe('1 Main & Elm, #3')
})
