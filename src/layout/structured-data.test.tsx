import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { StructuredData } from './structured-data.tsx'

test('no text of an editor ends the script, and what is read is what was written', () => {
  const name = '</script><script>alert("1")</script><!-- & more'
  const html = renderToStaticMarkup(<StructuredData data={{ '@type': 'Organization', name }} />)
  const [, json = ''] = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', '@type': 'Organization', name })
})
