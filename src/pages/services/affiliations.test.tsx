import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
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

test('§2 13 logos in a row for each kind, with a name and a link that opens in a new tab', () => {
  const html = render(mapSeedContent('services').affiliations)
  const kinds = [...html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g)].map(([, kind]) => kind)
  expect(kinds).toEqual(['Safety and compliance', 'Trade unions', 'Associations'])
  const rows = html.match(/<ul.*?<\/ul>/g) ?? []
  expect(rows.map((row) => row.split('<li').length - 1)).toEqual([5, 5, 3])
  const links = html.match(/<a [^>]*>.*?<\/a>/g) ?? []
  expect(links).toHaveLength(13)
  for (const link of links) {
    expect(link).toMatch(/^<a [^>]*href="https:\/\/example\.org\/[a-z]/)
    expect(link).toContain('target="_blank" rel="noopener noreferrer"')
    expect(link).toContain('(opens in a new tab)')
  }
  const names = [...html.matchAll(/<img [^>]*alt="(.+?)"/g)].map(([, name]) => name)
  expect(new Set(names).size).toBe(13)
})

test('a logo whose link is not valid is shown without a link', () => {
  const html = render([{ ...logo('a', 'Trade unions'), link: undefined }])
  expect(html).toMatch(/<img [^>]*alt="a"/)
  expect(html).not.toContain('<a ')
})
