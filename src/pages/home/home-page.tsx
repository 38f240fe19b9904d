import type { Home } from '#src/content/home.ts'
import { pictureFiles } from '#src/content/images.ts'
import type { InterfaceTexts } from '#src/content/site.ts'
import { VideoHero } from '#src/ui/video-hero.tsx'
import { Facts } from './facts.tsx'
import { WatchFilm } from './watch-film.tsx'

interface HomePageProps {
  readonly content: Home
  readonly texts: InterfaceTexts
}

/** Home (spec §2): the film as large as the screen, Watch Now, and what the company can point at. */
export function HomePage({ content, texts }: HomePageProps) {
  const { hero, watchLabel, filmId, filmTitle, facts } = content
  return (
    <>
      <VideoHero
        frame="screen"
        header={hero.header}
        title={hero.title}
        picture={pictureFiles(hero.poster)}
        videoFile={hero.videoFile}
        texts={texts}
      >
        <WatchFilm label={watchLabel} vimeoId={filmId} title={filmTitle} closeLabel={texts.close} />
      </VideoHero>
      <Facts facts={facts} />
    </>
  )
}
