import { QueryClient } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { servicesQueryOptions } from '#src/content/services.ts'
import { siteQueryOptions } from '#src/content/site.ts'
import { ServicesPage } from './services-page.tsx'

const client = new QueryClient()
const content = { ...(await client.fetchQuery(servicesQueryOptions())), panels: [] } // whose links want a router
const { interfaceTexts } = await client.fetchQuery(siteQueryOptions())
const htmlOf = (page: typeof content) => renderToStaticMarkup(<ServicesPage content={page} texts={interfaceTexts} />)

test('the affiliations have their heading', () => {
  expect(htmlOf(content)).toContain('Affiliations</h2>')
})

test('where editors list no affiliation, no heading stands over nothing', () => {
  const html = htmlOf({ ...content, affiliations: [] })
  expect(html).not.toContain('Affiliations')
  expect(html).toContain('From the first stake')
})
