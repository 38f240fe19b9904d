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

const servicePanelSchema = z.pipe(
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

/** An image panel of the Services page (requirements §2). */
export type ServicePanelContent = z.output<typeof servicePanelSchema>

const affiliationSchema = z.pipe(
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
 * An affiliation with its logo and link (requirements §3). Logos have no responsive sources. An invalid link is removed and
 * the logo is shown without it.
 */
export type AffiliationLogo = z.output<typeof affiliationSchema>

const servicesPageSchema = z.object({
  sys: sysSchema,
  seo: seoSchema,
  hero: videoHeroSchema,
  introTitle: textSchema,
  introText: paragraphsSchema,
  affiliationsTitle: textSchema,
})

/** Query options of the Services page (requirements §2). */
export const servicesQueryOptions = () =>
  contentQueryOptions({
    page: 'services',
    document: ServicesDocument,
    loadFallback: async () => (await import('./bundled/services.json')).default,
    map: toServices,
  })

export type ServicesContent = ReturnType<typeof toServices>

function toServices({ servicesPageCollection }: ServicesQuery, fallback?: ServicesQuery) {
  const [page, fallbackPage] = [servicesPageCollection?.items[0], fallback?.servicesPageCollection?.items[0]]
  return {
    ...parsePage(servicesPageSchema, servicesPageCollection, 'Services page', fallback?.servicesPageCollection),
    panels: parseList(servicePanelSchema, page?.panelsCollection, 'Service panel', fallbackPage?.panelsCollection),
    affiliations: parseList(
      affiliationSchema,
      page?.affiliationsCollection,
      'Affiliation',
      fallbackPage?.affiliationsCollection,
    ),
  }
}
