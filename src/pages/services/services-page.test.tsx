import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { ServicesPage } from './services-page.tsx'

const content = { ...mapSeedContent('services'), panels: [] } // panel links need a router
const { interfaceTexts } = mapSeedContent('site')
const renderPage = (page: typeof content) =>
  renderToStaticMarkup(<ServicesPage content={page} texts={interfaceTexts} />)

test('renders the title of the affiliations', () => {
  expect(renderPage(content)).toContain('Affiliations</h2>')
})

test('renders no title without affiliations', () => {
  const html = renderPage({ ...content, affiliations: [] })
  expect(html).not.toContain('Affiliations')
  expect(html).toContain('From the first stake')
})
