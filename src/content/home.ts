import * as z from 'zod/mini'
import { settings } from '#src/settings.ts'
import { contentQueryOptions } from './content-query.ts'
import { seoSchema, sysSchema, textSchema } from './field-schemas.ts'
import { HomeDocument, type HomeQuery } from './generated/graphql.ts'
import { parseList, parsePage } from './parse-content.ts'
import { videoHeroSchema } from './video-hero.ts'

const fact = z.pipe(
  z.object({ sys: sysSchema, figure: textSchema, unit: z.nullish(textSchema), text: textSchema }),
  z.transform(({ sys, ...rest }) => ({ id: sys.id, ...rest })),
)

/** One of the large figures on Home. */
export type Fact = z.output<typeof fact>

const homePage = z.object({
  sys: sysSchema,
  seo: seoSchema,
  hero: videoHeroSchema,
  watchLabel: textSchema,
  filmId: z._default(z.string().check(z.regex(/^\d+$/)), settings.companyVideoId),
  filmTitle: textSchema,
})

/** Home: film, Watch Now and the large figures (requirements §2). */
export const homeQueryOptions = () =>
  contentQueryOptions({
    page: 'home',
    document: HomeDocument,
    loadFallback: async () => (await import('./bundled/home.json')).default,
    map: toHome,
  })

export type HomeContent = ReturnType<typeof toHome>

function toHome({ homePageCollection }: HomeQuery, standIn?: HomeQuery) {
  const [page, seed] = [homePageCollection?.items[0], standIn?.homePageCollection?.items[0]]
  return {
    ...parsePage(homePage, homePageCollection, 'Home page', standIn?.homePageCollection),
    facts: parseList(fact, page?.factsCollection, 'Fact', seed?.factsCollection),
  }
}
