import type { HomeContent } from '#src/content/home.ts'
import { getInspectorProps } from '#src/content/preview-mode.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { PageHero } from '#src/layout/page-hero.tsx'
import { Facts } from './facts.tsx'
import { WatchVideo } from './watch-video.tsx'

interface HomePageProps {
  readonly content: HomeContent
  readonly texts: InterfaceTexts
}

/** Home (requirements §2): the film as large as the screen, Watch Now, and what the company can point at. */
export function HomePage({ content, texts }: HomePageProps) {
  const { sys, hero, watchLabel, filmId, filmTitle, facts } = content
  return (
    <>
      <PageHero hero={hero} texts={texts} frame="screen">
        <WatchVideo
          label={watchLabel}
          vimeoId={filmId}
          title={filmTitle}
          closeLabel={texts.close}
          inspectorProps={getInspectorProps(sys.id, 'watchLabel')}
        />
      </PageHero>
      {facts.length > 0 && <Facts facts={facts} />}
    </>
  )
}
