import * as z from 'zod/mini'
import { settings } from '#src/settings.ts'
import { checkedItems, checkedPage } from './checked.ts'
import { contentQuery } from './content-query.ts'
import { HomeDocument, type HomeQuery } from './generated/graphql.ts'
import { request } from './request.ts'
import { seo, sys, text } from './shapes.ts'
import { videoHero } from './video-hero.ts'

const fact = z.pipe(
  z.object({ sys, figure: text, unit: z.nullish(text), text }),
  z.transform(({ sys, ...rest }) => ({ id: sys.id, ...rest })),
)

/** One of the large figures on Home. */
export type Fact = z.output<typeof fact>

const homePage = z.object({
  seo,
  hero: videoHero,
  watchLabel: text,
  filmId: z.catch(z.string().check(z.regex(/^\d+$/)), settings.companyFilmId),
  filmTitle: text,
})

/** Home: film, Watch Now and the large figures (spec §2). */
export const homeQuery = () =>
  contentQuery({
    page: 'home',
    live: (signal) => request(HomeDocument, {}, signal),
    bundled: async () => (await import('./bundled/home.json')).default,
    map: toHome,
  })

export type Home = ReturnType<typeof toHome>

function toHome({ homePageCollection }: HomeQuery) {
  const facts = homePageCollection?.items[0]?.factsCollection?.items ?? []
  return {
    ...checkedPage(homePage, homePageCollection, 'Home page'),
    facts: checkedItems(fact, facts, 'Fact'),
  }
}
