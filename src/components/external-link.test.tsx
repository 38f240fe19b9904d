import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ExternalLink } from './external-link.tsx'

test('opens a new tab without opener and referrer, and announces it', () => {
  const html = renderToStaticMarkup(
    <ExternalLink href="https://example.org/" newTabLabel="(opens in a new tab)">
      Facebook
    </ExternalLink>,
  )
  expect(html).toContain('target="_blank" rel="noopener noreferrer"')
  expect(html.replace(/<[^>]*>/g, '')).toMatch(/^Facebook.*\(opens in a new tab\)$/)
})
