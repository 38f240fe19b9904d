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

test('a block whose first pixel row is within or above the viewport has entered it', () => {
  const tops = [901, 900, 899, 0, -2_000]
  expect(tops.map((top) => hasEnteredViewport({ top }, 900))).toEqual([false, false, true, true, true])
})

test.each([
  ['that fits', 2_700, 900, 0.3],
  ['that is empty', 0, 900, 0.3],
  ['of which 30 % do not fit below the navigation bar', 4_000, 576, 500 / 4_000],
  ['in a viewport that is lower than the navigation bar', 4_000, 60, 0],
])('§2.24 the threshold of a block %s', (_, height, viewportHeight, expected) => {
  expect(getVisibleThreshold(0.3, height, viewportHeight)).toBe(expected)
})
