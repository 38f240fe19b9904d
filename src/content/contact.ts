import * as z from 'zod/mini'
import bundled from './bundled/contact.json' with { type: 'json' }
import type { ContentDefinition } from './content-definition.ts'
import { defineEntry, sysSchema, textSchema } from './entry-schemas.ts'
import { ContactDocument, type ContactPageFragment, type ContactQuery } from './generated/graphql.ts'
import { parsePage } from './parse-content.ts'
import { focalPointSchema, imageSchema, toPicture } from './pictures.ts'
import { seoDefinition } from './seo.ts'
import { videoHeroDefinition } from './video-hero.ts'

const contactPage = defineEntry<ContactPageFragment>()('Contact page', {
  sys: sysSchema,
  seo: seoDefinition.schema,
  hero: videoHeroDefinition.schema,
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
  mapImage: z.nullish(imageSchema),
  mapImageAlt: z.nullish(textSchema),
  focalPoint: focalPointSchema,
  directionsLabel: textSchema,
})

/** Content of the Contact page (requirements §2). */
export const contactContent: ContentDefinition<ContactQuery, ContactContent> = {
  document: ContactDocument,
  fallback: bundled,
  map: toContact,
}

export type ContactContent = ReturnType<typeof toContact>

/** Without both coordinates there is no map; the picture or the address alone replaces it. */
function toContact({ contactPageCollection }: ContactQuery, fallback?: ContactQuery) {
  const {
    mapLatitude: latitude,
    mapLongitude: longitude,
    mapImage,
    mapImageAlt,
    focalPoint,
    ...page
  } = parsePage(contactPage, contactPageCollection, fallback?.contactPageCollection)
  const map = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  const mapPicture = mapImage ? toPicture(mapImage, mapImageAlt ?? '', focalPoint) : null
  return { ...page, map, mapPicture }
}
