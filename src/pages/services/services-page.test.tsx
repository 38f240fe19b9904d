import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createBuildClient } from '#src/content/content-client.ts'
import { loadContent } from '#src/content/content-query.ts'
import { servicesContent } from '#src/content/services.ts'
import { siteContent } from '#src/content/site.ts'
import { ServicesPage } from './services-page.tsx'

const context = { queryClient: new QueryClient(), contentClient: createBuildClient('fallback') }
const content = { ...(await loadContent(context, servicesContent)), panels: [] } // panel links need a router
const { interfaceTexts } = await loadContent(context, siteContent)
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
