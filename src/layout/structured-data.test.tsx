import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { mapSeedContent } from '#src/content/cms-content.ts'
import { StructuredData, toContactPageData, toOrganizationData } from './structured-data.tsx'

test('escapes text that would end the script element', () => {
  const name = '</script><script>alert("1")</script><!-- & more'
  const html = renderToStaticMarkup(<StructuredData data={{ '@type': 'Organization', name }} />)
  const [, json = ''] = /^<script type="application\/ld\+json">([^<]*)<\/script>$/.exec(html) ?? []
  expect(JSON.parse(json)).toEqual({ '@context': 'https://schema.org', '@type': 'Organization', name })
})

vi.mock('#src/env.ts', () => ({ env: { siteUrl: 'https://site.example', assetPrefix: '/media' } }))

const office = { ...mapSeedContent('contact'), officeStreet: '1200 Courthouse Square', officeCity: 'Decatur, TX 76234' }

test('splits an address of the known form, and keeps any other one as text', () => {
  expect(toContactPageData(office).mainEntity.address).toEqual({
    '@type': 'PostalAddress',
    streetAddress: '1200 Courthouse Square',
    addressLocality: 'Decatur',
    addressRegion: 'TX',
    postalCode: '76234',
  })
  const { mainEntity } = toContactPageData({ ...office, officeCity: 'EH1 1YZ Edinburgh' })
  expect(mainEntity.address).toBe('1200 Courthouse Square, EH1 1YZ Edinburgh')
})

test('the data of the company have the addresses of its social links', () => {
  const site = mapSeedContent('site')
  expect(toOrganizationData(site).sameAs).toEqual(site.socialLinks.map(({ url }) => url))
})
