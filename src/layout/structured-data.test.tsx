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

const office = {
  seo: { ...mapSeedContent('contact').seo, title: 'Contact' },
  ...{ officeStreet: '1200 Courthouse Square', officeCity: 'Decatur, TX 76234-0123' },
  ...{ email: 'office@company.example', phone: '(940) 555-0142', map: { latitude: 33, longitude: -97 } },
}

test('splits an address of the known form, keeps any other one as text, and needs no point', () => {
  const address = {
    '@type': 'PostalAddress',
    streetAddress: '1200 Courthouse Square',
    addressLocality: 'Decatur',
    addressRegion: 'TX',
    postalCode: '76234-0123',
  }
  const geo = { '@type': 'GeoCoordinates', latitude: 33, longitude: -97 }
  expect(toContactPageData(office)).toEqual({
    ...{ '@type': 'ContactPage', url: 'https://site.example/contact', name: 'Contact' },
    mainEntity: {
      ...{ '@type': 'Organization', '@id': 'https://site.example/#organization', address },
      contactPoint: { '@type': 'ContactPoint', telephone: '(940) 555-0142', email: 'office@company.example' },
      location: { '@type': 'Place', address, geo },
    },
  })
  const { mainEntity } = toContactPageData({ ...office, officeCity: 'EH1 1YZ Edinburgh' })
  expect(mainEntity.address).toBe('1200 Courthouse Square, EH1 1YZ Edinburgh')
  expect(toContactPageData({ ...office, map: null }).mainEntity.location).toEqual({ '@type': 'Place', address })
})

test('the data of the company have its names, its icon and the addresses of its social links', () => {
  const site = { companyName: 'Company, Inc.', shortName: 'Company', tagline: 'To outlast us' }
  expect(toOrganizationData({ ...site, socialLinks: [{ name: 'X', url: 'https://x.example' }] })).toEqual({
    ...{ '@type': 'Organization', '@id': 'https://site.example/#organization', url: 'https://site.example/' },
    ...{ name: 'Company, Inc.', alternateName: 'Company', slogan: 'To outlast us' },
    ...{ logo: 'https://site.example/icon-512.png', sameAs: ['https://x.example'] },
  })
})
