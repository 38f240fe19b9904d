import * as z from 'zod/mini'
import { settings } from '#src/settings.ts'
import { checkedPage, filledList } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { HomeDocument, type HomeQuery } from './generated/graphql.ts'
import { seo, sys, text } from './shapes.ts'
import { videoHero } from './video-hero.ts'

const fact = z.pipe(
  z.object({ sys, figure: text, unit: z.nullish(text), text }),
  z.transform(({ sys, ...rest }) => ({ id: sys.id, ...rest })),
)

/** One of the large figures on Home. */
export type Fact = z.output<typeof fact>

const homePage = z.object({
  sys,
  seo,
  hero: videoHero,
  watchLabel: text,
  filmId: z._default(z.string().check(z.regex(/^\d+$/)), settings.companyFilmId),
  filmTitle: text,
})

/** Home: film, Watch Now and the large figures (spec §2). */
export const homeQuery = () =>
  contentQuery({
    page: 'home',
    document: HomeDocument,
    bundled: async () => (await import('./bundled/home.json')).default,
    map: toHome,
  })

export type Home = ReturnType<typeof toHome>

function toHome({ homePageCollection }: HomeQuery, standIn?: HomeQuery) {
  const [page, seed] = [homePageCollection?.items[0], standIn?.homePageCollection?.items[0]]
  return {
    ...checkedPage(homePage, homePageCollection, 'Home page', standIn?.homePageCollection),
    facts: filledList(fact, page?.factsCollection, 'Fact', seed?.factsCollection),
  }
}
