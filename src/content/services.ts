import * as z from 'zod/mini'
import bundled from './bundled/services.json' with { type: 'json' }
import type { ContentDefinition } from './content-definition.ts'
import {
  defineEntry,
  defineEntryWithLists,
  externalUrlSchema,
  mapEntry,
  paragraphsSchema,
  sitePathSchema,
  sysSchema,
  textSchema,
} from './entry-schemas.ts'
import {
  type AffiliationFragment,
  type ServicePanelFragment,
  ServicesDocument,
  type ServicesPageFragment,
  type ServicesQuery,
} from './generated/graphql.ts'
import { parseList, parsePage } from './parse-content.ts'
import { altTextSchema, focalPointSchema, imageSchema, toPicture } from './pictures.ts'
import { seoDefinition } from './seo.ts'
import { videoHeroDefinition } from './video-hero.ts'

const servicePanel = mapEntry(
  defineEntry<ServicePanelFragment>()('Service panel', {
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
  ({ sys, image, imageAlt, focalPoint, linkRoute, linkLabel, ...texts }) => ({
    id: sys.id,
    ...texts,
    picture: toPicture(image, imageAlt, focalPoint),
    link: linkRoute && linkLabel ? { route: linkRoute, label: linkLabel } : null,
  }),
)

/** An image panel of the Services page (requirements §2). */
export type ServicePanelContent = z.output<typeof servicePanel.schema>

const affiliation = mapEntry(
  defineEntry<AffiliationFragment>()('Affiliation', {
    sys: sysSchema,
    name: textSchema,
    kind: textSchema,
    logo: imageSchema,
    link: z.optional(externalUrlSchema),
  }),
  ({ sys, name, kind, logo, link }) => ({ id: sys.id, kind, logo: toPicture(logo, name), link }),
)

/**
 * An affiliation with its logo and link (requirements §3). Logos have no responsive sources. An invalid link is removed and
 * the logo is shown without it.
 */
export type AffiliationLogo = z.output<typeof affiliation.schema>

const servicesPage = defineEntryWithLists<ServicesPageFragment>()(
  'Services page',
  {
    sys: sysSchema,
    seo: seoDefinition.schema,
    hero: videoHeroDefinition.schema,
    introTitle: textSchema,
    introText: paragraphsSchema,
    affiliationsTitle: textSchema,
  },
  { panelsCollection: servicePanel, affiliationsCollection: affiliation },
)

/** Content of the Services page (requirements §2). */
export const servicesContent: ContentDefinition<ServicesQuery, ServicesContent> = {
  document: ServicesDocument,
  fallback: bundled,
  map: toServices,
}

export type ServicesContent = ReturnType<typeof toServices>

function toServices({ servicesPageCollection }: ServicesQuery, fallback?: ServicesQuery) {
  const [page, fallbackPage] = [servicesPageCollection?.items[0], fallback?.servicesPageCollection?.items[0]]
  const { panelsCollection, affiliationsCollection } = servicesPage.lists
  return {
    ...parsePage(servicesPage, servicesPageCollection, fallback?.servicesPageCollection),
    panels: parseList(panelsCollection, page?.panelsCollection, fallbackPage?.panelsCollection),
    affiliations: parseList(affiliationsCollection, page?.affiliationsCollection, fallbackPage?.affiliationsCollection),
  }
}
