import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Reveal } from './reveal.tsx'

test('the server sends the block as it stands', () => {
  const html = renderToStaticMarkup(
    <Reveal threshold={0.3}>
      <p>Affiliations</p>
    </Reveal>,
  )
  expect(html).toContain('data-state="there"')
  expect(html).toContain('<p>Affiliations</p>')
})
