import { useEffect, useRef } from 'react'
import { useIsHydrated } from '#src/components/use-is-hydrated.ts'
import type { ContactContent } from '#src/content/contact.ts'
import type { SiteSettings } from '#src/content/site.ts'
import { env } from '#src/env.ts'

interface StructuredDataProps {
  readonly data: Readonly<Record<string, unknown>>
}

/**
 * What search engines read of a page, as schema.org's JSON-LD. It stands in the page and not in the head:
 * there React would neither take it over nor take it away with its page.
 */
export function StructuredData({ data }: StructuredDataProps) {
  const hasScript = useIsHydrated()
  const json = inScript({ '@context': 'https://schema.org', ...data })
  return hasScript ? (
    <InsertedScript json={json} />
  ) : (
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
  )
}

/** In the browser React would create the element with `innerHTML`, which browsers with Trusted Types report. */
function InsertedScript({ json }: { readonly json: string }) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    policy ??= window.trustedTypes?.createPolicy('structured-data', { createScript: (text) => text })
    const script = document.createElement('script')
    script.type = 'application/ld+json'
    script.text = policy ? policy.createScript(json) : json
    place.current?.replaceChildren(script)
  }, [json])
  return <span ref={place} hidden />
}

let policy: TrustedTypePolicy | undefined

/** As JSON in which no text can end the script element, or begin a comment there. As a child, React would escape its quotes too. */
const inScript = (data: unknown) => JSON.stringify(data).replaceAll('<', '\\u003c')

/** The company as structured data, on every page: what the content says of it, and no more. */
export const toOrganizationData = ({ companyName, shortName, tagline, facebookUrl, linkedinUrl }: Company) => ({
  '@type': 'Organization',
  '@id': ID,
  name: companyName,
  alternateName: shortName,
  slogan: tagline,
  url: absolute('/'),
  logo: absolute('/icon-512.png'), // the content's logo is light: on a search engine's white ground nobody would see it
  sameAs: [facebookUrl, linkedinUrl].filter((address) => address !== undefined),
})

type Company = Pick<SiteSettings, 'companyName' | 'shortName' | 'tagline' | 'facebookUrl' | 'linkedinUrl'>

/** Where and how to reach it, on the contact page. */
export function toContactPageData({ seo, officeStreet, officeCity, email, phone, map }: Office) {
  const address = postalAddress(officeStreet, officeCity)
  return {
    '@type': 'ContactPage',
    url: absolute('/contact'),
    name: seo.title,
    mainEntity: {
      '@type': 'Organization',
      '@id': ID,
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

/** By its parts where the second line is of the form `Decatur, TX 76234`; otherwise as the editors wrote it. */
function postalAddress(street: string, city: string) {
  const [, addressLocality, addressRegion, postalCode] = /^(.+), ([A-Z]{2}) (\d{5}(?:-\d{4})?)$/.exec(city) ?? []
  if (!addressLocality) return `${street}, ${city}`
  return { '@type': 'PostalAddress', streetAddress: street, addressLocality, addressRegion, postalCode }
}

const absolute = (path: string) => new URL(path, env.siteUrl).href

/** One thing, whichever page speaks of it. */
const ID = absolute('/#organization')
