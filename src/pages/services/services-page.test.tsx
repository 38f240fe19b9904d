import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { ServicesPage } from './services-page.tsx'

const seed = mapSeedContent('services')

const render = (changes: Partial<typeof seed>) => {
  const content = { ...seed, panels: [], affiliations: [], ...changes }
  return renderToStaticMarkup(<ServicesPage content={content} texts={mapSeedContent('site').interfaceTexts} />)
}

test('renders no title without affiliations', () => {
  expect(render({ affiliationsTitle: 'Partners' })).not.toContain('Partners')
})

const logo = (id: string, kind: (typeof seed)['affiliations'][number]['kind'], link?: string) => ({
  id,
  kind,
  link,
  logo: { src: '/a.svg', width: 2, height: 1, alt: id },
})

test('logos are grouped by kind, in the order of the first logo of each kind, and one without a valid link has none', () => {
  const html = render({
    affiliations: [
      logo('a', 'Trade unions'),
      logo('b', 'Safety and compliance', 'https://b.example/'),
      logo('c', 'Trade unions'),
    ],
  })
  const parts = [...html.matchAll(/<h3[^>]*>([^<]*)|alt="(\w)"/g)].map(([, kind, id]) => kind ?? id)
  expect(parts).toEqual(['Trade unions', 'a', 'c', 'Safety and compliance', 'b'])
  expect(html.match(/<a [^>]*>/g)).toEqual([expect.stringContaining('https://b.example/')])
})
