import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { servicesQueryOptions } from '#src/content/services.ts'
import { siteQueryOptions } from '#src/content/site.ts'
import { ServicesPage } from './services-page.tsx'

const client = new QueryClient()
const content = { ...(await client.fetchQuery(servicesQueryOptions())), panels: [] } // panel links need a router
const { interfaceTexts } = await client.fetchQuery(siteQueryOptions())
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
