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

/** A key figure on the home page. */
export type Fact = z.output<typeof fact>

const homePage = z.object({
  sys: sysSchema,
  seo: seoSchema,
  hero: videoHeroSchema,
  watchLabel: textSchema,
  filmId: z._default(z.string().check(z.regex(/^\d+$/)), settings.companyVideoId),
  filmTitle: textSchema,
})

/** Query options for the home page: video hero, Watch Now and key figures (requirements §2). */
export const homeQueryOptions = () =>
  contentQueryOptions({
    page: 'home',
    document: HomeDocument,
    loadFallback: async () => (await import('./bundled/home.json')).default,
    map: toHome,
  })

/** The content of the home page. */
export type HomeContent = ReturnType<typeof toHome>

function toHome({ homePageCollection }: HomeQuery, fallback?: HomeQuery) {
  const [page, fallbackPage] = [homePageCollection?.items[0], fallback?.homePageCollection?.items[0]]
  return {
    ...parsePage(homePage, homePageCollection, 'Home page', fallback?.homePageCollection),
    facts: parseList(fact, page?.factsCollection, 'Fact', fallbackPage?.factsCollection),
  }
}
