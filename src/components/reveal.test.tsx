import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Reveal } from './reveal.tsx'

test('prerenders the block as visible', () => {
  const html = renderToStaticMarkup(
    <Reveal threshold={0.3}>
      <p>Affiliations</p>
    </Reveal>,
  )
  expect(html).toContain('data-state="there"')
  expect(html).toContain('<p>Affiliations</p>')
})
