import { settings } from '#src/settings.ts'
import bundled from './bundled/home.json' with { type: 'json' }
import type { EntryFields } from './field-schemas.ts'
import { type factEntry, homePageEntry } from './generated/entry-schemas.ts'
import { HomeDocument, type HomeQuery } from './generated/graphql.ts'
import { parsePage } from './parse-content.ts'
import { toSeo } from './seo.ts'
import { toVideoHero } from './video-hero.ts'

const toFact = ({ sys, ...texts }: EntryFields<typeof factEntry>) => ({ id: sys.id, ...texts })

/** A figure with its text on the Home page. */
export type Fact = ReturnType<typeof toFact>

/** Content of the Home page (requirements §2). */
export const homeContent = {
  document: HomeDocument,
  fallback: bundled,
  map: toHome,
}

export type HomeContent = ReturnType<typeof toHome>

function toHome({ homePageCollection }: HomeQuery, fallback?: HomeQuery) {
  const page = parsePage(homePageEntry, homePageCollection, fallback?.homePageCollection)
  const { seo, hero, filmId, factsCollection: facts, ...texts } = page
  return {
    ...texts,
    seo: toSeo(seo),
    hero: toVideoHero(hero),
    filmId: filmId ?? settings.companyVideoId,
    facts: facts.map(toFact),
  }
}
