import type { Home } from '#src/content/home.ts'
import { editMark } from '#src/content/preview.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { Facts } from './facts.tsx'
import { WatchFilm } from './watch-film.tsx'

interface HomePageProps {
  readonly content: Home
  readonly texts: InterfaceTexts
}

/** Home (spec §2): the film as large as the screen, Watch Now, and what the company can point at. */
export function HomePage({ content, texts }: HomePageProps) {
  const { sys, hero, watchLabel, filmId, filmTitle, facts } = content
  return (
    <>
      <PageHero hero={hero} texts={texts} frame="screen">
        <WatchFilm
          label={watchLabel}
          vimeoId={filmId}
          title={filmTitle}
          closeLabel={texts.close}
          mark={editMark(sys.id, 'watchLabel')}
        />
      </PageHero>
      {facts.length > 0 && <Facts facts={facts} />}
    </>
  )
}
