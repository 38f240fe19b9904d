import bundled from './bundled/contact.json' with { type: 'json' }
import { contactPageEntry } from './generated/entry-schemas.ts'
import { ContactDocument, type ContactQuery } from './generated/graphql.ts'
import { parsePage } from './parse-content.ts'
import { toPicture } from './pictures.ts'
import { toSeo } from './seo.ts'
import { toVideoHero } from './video-hero.ts'

/** Content of the Contact page (requirements §2). */
export const contactContent = {
  document: ContactDocument,
  fallback: bundled,
  map: toContact,
}

export type ContactContent = ReturnType<typeof toContact>

/** Without both coordinates there is no map; the picture or the address alone replaces it. */
function toContact({ contactPageCollection }: ContactQuery, fallback?: ContactQuery) {
  const {
    seo,
    hero,
    mapLatitude: latitude,
    mapLongitude: longitude,
    mapImage,
    mapImageAlt,
    focalPoint,
    ...texts
  } = parsePage(contactPageEntry, contactPageCollection, fallback?.contactPageCollection)
  return {
    ...texts,
    seo: toSeo(seo),
    hero: toVideoHero(hero),
    map: latitude == null || longitude == null ? null : { latitude, longitude },
    mapPicture: mapImage ? toPicture(mapImage, mapImageAlt ?? '', focalPoint) : null,
  }
}
