import * as z from 'zod/mini'
import { settings } from '#src/settings.ts'
import bundled from './bundled/home.json' with { type: 'json' }
import type { ContentDefinition } from './content-definition.ts'
import { defineEntry, defineEntryWithLists, mapEntry, sysSchema, textSchema } from './entry-schemas.ts'
import { type FactFragment, HomeDocument, type HomePageFragment, type HomeQuery } from './generated/graphql.ts'
import { parseList, parsePage } from './parse-content.ts'
import { seoDefinition } from './seo.ts'
import { videoHeroDefinition } from './video-hero.ts'

const fact = mapEntry(
  defineEntry<FactFragment>()('Fact', {
    sys: sysSchema,
    figure: textSchema,
    unit: z.nullish(textSchema),
    text: textSchema,
  }),
  ({ sys, ...texts }) => ({ id: sys.id, ...texts }),
)

/** A figure with its text on the Home page. */
export type Fact = z.output<typeof fact.schema>

const homePage = defineEntryWithLists<HomePageFragment>()(
  'Home page',
  {
    sys: sysSchema,
    seo: seoDefinition.schema,
    hero: videoHeroDefinition.schema,
    watchLabel: textSchema,
    filmId: z._default(z.string().check(z.regex(/^\d+$/)), settings.companyVideoId),
    filmTitle: textSchema,
  },
  { factsCollection: fact },
)

/** Content of the Home page (requirements §2). */
export const homeContent: ContentDefinition<HomeQuery, HomeContent> = {
  document: HomeDocument,
  fallback: bundled,
  map: toHome,
}

export type HomeContent = ReturnType<typeof toHome>

function toHome({ homePageCollection }: HomeQuery, fallback?: HomeQuery) {
  const [page, fallbackPage] = [homePageCollection?.items[0], fallback?.homePageCollection?.items[0]]
  return {
    ...parsePage(homePage, homePageCollection, fallback?.homePageCollection),
    facts: parseList(homePage.lists.factsCollection, page?.factsCollection, fallbackPage?.factsCollection),
  }
}
