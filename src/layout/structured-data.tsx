import { useState } from 'react'
import { useIsHydrated } from '#src/components/use-is-hydrated.ts'
import type { ContactContent } from '#src/content/contact.ts'
import type { SiteSettings } from '#src/content/site.ts'
import { env } from '#src/env.ts'

interface StructuredDataProps {
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * Renders schema.org data for search engines as JSON-LD. Only in prerendered pages: search engines load each page, and
 * React writes scripts with `innerHTML` in the browser, which violates Trusted Types. In the body, because React neither
 * hydrates nor removes such a script in the head.
 */
export function StructuredData({ data }: StructuredDataProps) {
  const isHydrated = useIsHydrated()
  const [json] = useState(() => !isHydrated && serializeForScript({ '@context': 'https://schema.org', ...data }))
  return json && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** Serializes to JSON without `<`, so that no text can end the script element or start a comment in it. */
const serializeForScript = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')

/** Creates the structured data of the company, for every page, from the site settings only. */
export const toOrganizationData = ({ companyName, shortName, tagline, socialLinks }: Company) => ({
  '@type': 'Organization',
  '@id': ORGANIZATION_ID,
  name: companyName,
  alternateName: shortName,
  slogan: tagline,
  url: toAbsoluteUrl('/'),
  logo: toAbsoluteUrl('/icon-512.png'), // the logo of the CMS is light, and invisible on a white background
  sameAs: socialLinks.map(({ url }) => url),
})

type Company = Pick<SiteSettings, 'companyName' | 'shortName' | 'tagline' | 'socialLinks'>

/** Creates the structured data of the contact page: address, phone and email. */
export function toContactPageData({ seo, officeStreet, officeCity, email, phone, map }: Office) {
  const address = toPostalAddress(officeStreet, officeCity)
  return {
    '@type': 'ContactPage',
    url: toAbsoluteUrl('/contact'),
    name: seo.title,
    mainEntity: {
      '@type': 'Organization',
      '@id': ORGANIZATION_ID,
      address,
      contactPoint: { '@type': 'ContactPoint', telephone: phone, email },
      location: {
        '@type': 'Place',
        address,
        ...(map && { geo: { '@type': 'GeoCoordinates', ...map } }),
      },
    },
  }
}

type Office = Pick<ContactContent, 'seo' | 'officeStreet' | 'officeCity' | 'email' | 'phone' | 'map'>

/** Splits the address if the second line has the form `Decatur, TX 76234`. Returns the text otherwise. */
function toPostalAddress(street: string, city: string) {
  const [, addressLocality, addressRegion, postalCode] = /^(.+), ([A-Z]{2}) (\d{5}(?:-\d{4})?)$/.exec(city) ?? []
  if (!addressLocality) return `${street}, ${city}`
  return { '@type': 'PostalAddress', streetAddress: street, addressLocality, addressRegion, postalCode }
}

const toAbsoluteUrl = (path: string) => new URL(path, env.siteUrl).href

/** The same on all pages, so that search engines merge the data. */
const ORGANIZATION_ID = toAbsoluteUrl('/#organization')
