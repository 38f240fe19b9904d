import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { renderWithRouter } from '#tests/setup/render-with-router.tsx'
import { ServicesPage } from './services-page.tsx'

const content = { ...mapSeedContent('services'), panels: [] } // panel links need a router
const { interfaceTexts } = mapSeedContent('site')
const renderPage = (page: typeof content) =>
  renderToStaticMarkup(<ServicesPage content={page} texts={interfaceTexts} />)

test('renders no title without affiliations', () => {
  const html = renderPage({ ...content, affiliations: [] })
  expect(html).not.toContain('Affiliations')
  expect(html).toContain('From the first stake')
})

test('§2 the services page has an introduction, three panels and the affiliations, in this order', async () => {
  const html = await renderWithRouter(<ServicesPage content={mapSeedContent('services')} texts={interfaceTexts} />)
  expect([...html.matchAll(/<h[12][^>]*>(?:<span[^>]*>)?([^<]*)/g)].map(([, title]) => title?.trim())).toEqual([
    'What We Do',
    'From the first stake to the last pressure test',
    'Cross-country, 250+ miles',
    'Spools to skids',
    'Plants and terminals',
    'Affiliations',
  ])
})
