import * as z from 'zod/mini'
import { contentQueryOptions } from './content-query.ts'
import {
  altTextSchema,
  externalUrlSchema,
  focalPointSchema,
  imageSchema,
  paragraphsSchema,
  seoSchema,
  sitePathSchema,
  sysSchema,
  textSchema,
} from './field-schemas.ts'
import { ServicesDocument, type ServicesQuery } from './generated/graphql.ts'
import { parseList, parsePage } from './parse-content.ts'
import { toPhoto } from './picture-files.ts'
import { videoHeroSchema } from './video-hero.ts'

const servicePanel = z.pipe(
  z.object({
    sys: sysSchema,
    header: textSchema,
    title: textSchema,
    text: textSchema,
    image: imageSchema,
    imageAlt: altTextSchema,
    focalPoint: focalPointSchema,
    linkRoute: z.nullish(sitePathSchema),
    linkLabel: z.nullish(textSchema),
  }),
  z.transform(({ sys, image, imageAlt, focalPoint, linkRoute, linkLabel, ...texts }) => ({
    id: sys.id,
    ...texts,
    photo: toPhoto(image, imageAlt, focalPoint),
    link: linkRoute && linkLabel ? { route: linkRoute, label: linkLabel } : null,
  })),
)

/** A large image panel (requirements §2). */
export type ServicePanelContent = z.output<typeof servicePanel>

const affiliation = z.pipe(
  z.object({
    sys: sysSchema,
    name: textSchema,
    kind: textSchema,
    logo: imageSchema,
    link: z.optional(externalUrlSchema),
  }),
  z.transform(({ sys, name, kind, logo, link }) => ({ id: sys.id, name, kind, logo, link })),
)

/**
 * The logo and link of a partner organization (requirements §3). Logos are SVG files, without other sizes. An invalid
 * link is removed; the logo is still shown.
 */
export type AffiliationLogo = z.output<typeof affiliation>

const servicesPage = z.object({
  sys: sysSchema,
  seo: seoSchema,
  hero: videoHeroSchema,
  introTitle: textSchema,
  introText: paragraphsSchema,
  affiliationsTitle: textSchema,
})

/** Query options for the services page: introduction, three panels and thirteen affiliations (requirements §2). */
export const servicesQueryOptions = () =>
  contentQueryOptions({
    page: 'services',
    document: ServicesDocument,
    loadFallback: async () => (await import('./bundled/services.json')).default,
    map: toServices,
  })

/** The content of the services page. */
export type ServicesContent = ReturnType<typeof toServices>

function toServices({ servicesPageCollection }: ServicesQuery, fallback?: ServicesQuery) {
  const [page, fallbackPage] = [servicesPageCollection?.items[0], fallback?.servicesPageCollection?.items[0]]
  return {
    ...parsePage(servicesPage, servicesPageCollection, 'Services page', fallback?.servicesPageCollection),
    panels: parseList(servicePanel, page?.panelsCollection, 'Service panel', fallbackPage?.panelsCollection),
    affiliations: parseList(
      affiliation,
      page?.affiliationsCollection,
      'Affiliation',
      fallbackPage?.affiliationsCollection,
    ),
  }
}
