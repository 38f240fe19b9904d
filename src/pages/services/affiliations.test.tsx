import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AffiliationLogo } from '#src/content/services.ts'
import { Affiliations } from './affiliations.tsx'

const logo = (id: string, kind: AffiliationLogo['kind']) => ({
  id,
  kind,
  link: 'https://example.org/',
  logo: { src: '/a.svg', width: 2, height: 1, alt: id },
})

const render = (affiliations: readonly AffiliationLogo[]) =>
  renderToStaticMarkup(
    <Affiliations
      title="Affiliations"
      titleInspectorProps={{}}
      affiliations={affiliations}
      newTabLabel="(opens in a new tab)"
    />,
  )

test('groups logos by kind, in the order of the first logo of each kind', () => {
  const html = render([logo('a', 'Trade unions'), logo('b', 'Safety and compliance'), logo('c', 'Trade unions')])
  const parts = [...html.matchAll(/<h3[^>]*>([^<]*)|alt="([^"]*)"/g)].map(([, kind, id]) => kind ?? id)
  expect(parts).toEqual(['Trade unions', 'a', 'c', 'Safety and compliance', 'b'])
})

test('a logo whose link is not valid is shown without a link', () => {
  const html = render([{ ...logo('a', 'Trade unions'), link: undefined }])
  expect(html).toMatch(/<img [^>]*alt="a"/)
  expect(html).not.toContain('<a ')
})
