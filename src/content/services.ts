import bundled from './bundled/services.json' with { type: 'json' }
import type { EntryFields } from './field-schemas.ts'
import { type affiliationEntry, type servicePanelEntry, servicesPageEntry } from './generated/entry-schemas.ts'
import { ServicesDocument, type ServicesQuery } from './generated/graphql.ts'
import { parsePage } from './parse-content.ts'
import { toPicture } from './pictures.ts'
import { toSeo } from './seo.ts'
import { splitParagraphs } from './split-text.ts'
import { toVideoHero } from './video-hero.ts'

function toPanel({ sys, image, imageAlt, focalPoint, linkRoute, linkLabel, ...texts }: PanelFields) {
  return {
    id: sys.id,
    ...texts,
    picture: toPicture(image, imageAlt, focalPoint),
    link: linkRoute && linkLabel ? { route: linkRoute, label: linkLabel } : null,
  }
}

type PanelFields = EntryFields<typeof servicePanelEntry>

/** An image panel of the Services page (requirements §2). */
export type ServicePanelContent = ReturnType<typeof toPanel>

const toAffiliation = ({ sys, name, kind, logo, link }: EntryFields<typeof affiliationEntry>) => ({
  id: sys.id,
  kind,
  logo: toPicture(logo, name),
  link,
})

/**
 * An affiliation with its logo and link (requirements §3). Logos have no responsive sources. An invalid link is removed and
 * the logo is shown without it.
 */
export type AffiliationLogo = ReturnType<typeof toAffiliation>

/** Content of the Services page (requirements §2). */
export const servicesContent = {
  document: ServicesDocument,
  fallback: bundled,
  map: toServices,
}

export type ServicesContent = ReturnType<typeof toServices>

function toServices({ servicesPageCollection }: ServicesQuery, fallback?: ServicesQuery) {
  const page = parsePage(servicesPageEntry, servicesPageCollection, fallback?.servicesPageCollection)
  const { seo, hero, panelsCollection: panels, affiliationsCollection: affiliations, ...texts } = page
  return {
    ...texts,
    introText: splitParagraphs(texts.introText),
    seo: toSeo(seo),
    hero: toVideoHero(hero),
    panels: panels.map(toPanel),
    affiliations: affiliations.map(toAffiliation),
  }
}
