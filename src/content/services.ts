import * as z from 'zod/mini'
import { checkedPage, filledList } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { ServicesDocument, type ServicesQuery } from './generated/graphql.ts'
import { photoOf } from './images.ts'
import { altText, focalPoint, image, paragraphs, seo, sitePath, sys, text, webLink } from './shapes.ts'
import { videoHero } from './video-hero.ts'

const servicePanel = z.pipe(
  z.object({
    sys,
    header: text,
    title: text,
    text,
    image,
    imageAlt: altText,
    focalPoint,
    linkRoute: z.nullish(sitePath),
    linkLabel: z.nullish(text),
  }),
  z.transform(({ sys, image, imageAlt, focalPoint, linkRoute, linkLabel, ...words }) => ({
    id: sys.id,
    ...words,
    photo: photoOf(image, imageAlt, focalPoint),
    link: linkRoute && linkLabel ? { route: linkRoute, label: linkLabel } : null,
  })),
)

/** A large image panel (spec §2). */
export type ServicePanel = z.output<typeof servicePanel>

const affiliation = z.pipe(
  z.object({ sys, name: text, kind: text, logo: image, link: z.optional(webLink) }),
  z.transform(({ sys, name, kind, logo, link }) => ({ id: sys.id, name, kind, logo, link })),
)

/**
 * A partner's logo and link (spec §3); logos are vector, so one file serves every screen. Without a good link the logo
 * stands all the same: the company belongs there.
 */
export type AffiliationLogo = z.output<typeof affiliation>

const servicesPage = z.object({
  sys,
  seo,
  hero: videoHero,
  introTitle: text,
  introText: paragraphs,
  affiliationsTitle: text,
})

/** Services: introduction, three panels, thirteen affiliations (spec §2). */
export const servicesQuery = () =>
  contentQuery({
    page: 'services',
    document: ServicesDocument,
    bundled: async () => (await import('./bundled/services.json')).default,
    map: toServices,
  })

export type Services = ReturnType<typeof toServices>

function toServices({ servicesPageCollection }: ServicesQuery, standIn?: ServicesQuery) {
  const [page, seed] = [servicesPageCollection?.items[0], standIn?.servicesPageCollection?.items[0]]
  return {
    ...checkedPage(servicesPage, servicesPageCollection, 'Services page', standIn?.servicesPageCollection),
    panels: filledList(servicePanel, page?.panelsCollection, 'Service panel', seed?.panelsCollection),
    affiliations: filledList(affiliation, page?.affiliationsCollection, 'Affiliation', seed?.affiliationsCollection),
  }
}
