import * as z from 'zod/mini'
import { checkedPage } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { ContactDocument, type ContactQuery } from './generated/graphql.ts'
import { seo, sys, text } from './shapes.ts'
import { videoHero } from './video-hero.ts'

const contactPage = z.object({
  sys,
  seo,
  hero: videoHero,
  formTitle: text,
  formText: text,
  nameLabel: text,
  namePlaceholder: text,
  emailLabel: text,
  emailPlaceholder: text,
  messageLabel: text,
  messagePlaceholder: text,
  sendLabel: text,
  sendingLabel: text,
  /** `{privacy}` and `{terms}` stand for the links. */
  captchaNotice: text,
  privacyLabel: text,
  termsLabel: text,
  rateLimitText: text,
  offlineText: text,
  sentTitle: text,
  sentText: text,
  officeTitle: text,
  officeStreet: text,
  officeCity: text,
  hoursTitle: text,
  hours: text,
  days: text,
  contactTitle: text,
  email: z.email(),
  phone: text,
  /** Degrees north. */
  mapLatitude: z.optional(z.number().check(z.gte(-90), z.lte(90))),
  /** Degrees east. */
  mapLongitude: z.optional(z.number().check(z.gte(-180), z.lte(180))),
  mapLabel: text,
  directionsLabel: text,
})

/** Contact: the office, its hours, how to reach it (spec §2). */
export const contactQuery = () =>
  contentQuery({
    page: 'contact',
    document: ContactDocument,
    bundled: async () => (await import('./bundled/contact.json')).default,
    map: toContact,
  })

export type Contact = ReturnType<typeof toContact>

/** Half a place is none: then the address stands where the map would. */
function toContact({ contactPageCollection }: ContactQuery, standIn?: ContactQuery) {
  const {
    mapLatitude: latitude,
    mapLongitude: longitude,
    ...page
  } = checkedPage(contactPage, contactPageCollection, 'Contact page', standIn?.contactPageCollection)
  const map = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  return { ...page, map }
}
