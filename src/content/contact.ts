import * as z from 'zod/mini'
import { contentQueryOptions } from './content-query.ts'
import { seoSchema, sysSchema, textSchema } from './field-schemas.ts'
import { ContactDocument, type ContactQuery } from './generated/graphql.ts'
import { parsePage } from './parse-content.ts'
import { videoHeroSchema } from './video-hero.ts'

const contactPage = z.object({
  sys: sysSchema,
  seo: seoSchema,
  hero: videoHeroSchema,
  formTitle: textSchema,
  formText: textSchema,
  nameLabel: textSchema,
  namePlaceholder: textSchema,
  emailLabel: textSchema,
  emailPlaceholder: textSchema,
  messageLabel: textSchema,
  messagePlaceholder: textSchema,
  sendLabel: textSchema,
  sendingLabel: textSchema,
  /** `{privacy}` and `{terms}` are replaced by links. */
  captchaNotice: textSchema,
  privacyLabel: textSchema,
  termsLabel: textSchema,
  rateLimitText: textSchema,
  offlineText: textSchema,
  sentTitle: textSchema,
  sentText: textSchema,
  officeTitle: textSchema,
  officeStreet: textSchema,
  officeCity: textSchema,
  hoursTitle: textSchema,
  hours: textSchema,
  days: textSchema,
  contactTitle: textSchema,
  email: z.email(),
  phone: textSchema,
  /** Degrees north. */
  mapLatitude: z.optional(z.number().check(z.gte(-90), z.lte(90))),
  /** Degrees east. */
  mapLongitude: z.optional(z.number().check(z.gte(-180), z.lte(180))),
  mapLabel: textSchema,
  directionsLabel: textSchema,
})

/** Query options for the contact page: form texts, office address, hours and contact data (requirements §2). */
export const contactQueryOptions = () =>
  contentQueryOptions({
    page: 'contact',
    document: ContactDocument,
    loadFallback: async () => (await import('./bundled/contact.json')).default,
    map: toContact,
  })

/** The content of the contact page. */
export type ContactContent = ReturnType<typeof toContact>

/**
 * Maps the content. `map` is null if a coordinate is missing or invalid: the page then shows the address without a map.
 */
function toContact({ contactPageCollection }: ContactQuery, fallback?: ContactQuery) {
  const {
    mapLatitude: latitude,
    mapLongitude: longitude,
    ...page
  } = parsePage(contactPage, contactPageCollection, 'Contact page', fallback?.contactPageCollection)
  const map = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  return { ...page, map }
}
