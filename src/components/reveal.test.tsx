import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { getVisibleThreshold, hasEnteredViewport, Reveal } from './reveal.tsx'

test('prerenders the block as visible', () => {
  const html = renderToStaticMarkup(
    <Reveal threshold={0.3}>
      <p>Affiliations</p>
    </Reveal>,
  )
  expect(html).toContain('data-state="there"')
  expect(html).toContain('<p>Affiliations</p>')
})

test('detects a block whose first pixel row is within or above the viewport', () => {
  expect([901, 900, 899, 0, -2_000].map((top) => hasEnteredViewport({ top }, 900))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ])
})

test('keeps the threshold if that fraction of the block fits', () => {
  expect(getVisibleThreshold(0.3, 400, 900)).toBe(0.3)
  expect(getVisibleThreshold(0.3, 2_700, 900)).toBe(0.3)
})

test('limits the threshold of a tall block to what fits below the navigation bar', () => {
  expect(getVisibleThreshold(0.3, 4_000, 576)).toBe(500 / 4_000)
  expect(getVisibleThreshold(0.3, 4_000, 60)).toBe(0)
})

test('keeps the threshold of an empty block', () => {
  expect(getVisibleThreshold(0.3, 0, 900)).toBe(0.3)
})
