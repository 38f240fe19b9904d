import { fact } from './fact.ts'
import { contentType, entry, line, list, pattern } from './fields.ts'
import { seo } from './seo.ts'
import { videoHero } from './video-hero.ts'

/** Home (spec §2). There is one entry of it. */
export const homePage = contentType({
  id: 'homePage',
  name: 'Home page',
  description: 'The first page: film, Watch Now, the large figures. There is one.',
  title: 'name',
  fields: {
    name: line({ max: 60, help: 'For editors only.' }),
    seo: entry(seo, { help: 'Search results and shared links.' }),
    hero: entry(videoHero, { help: 'The film over the whole first screen.' }),
    watchLabel: line({ max: 30, help: 'The button that opens the company film.' }),
    filmId: pattern(/^[0-9]{6,12}$/, {
      max: 12,
      help: 'The number at the end of the film’s Vimeo address.',
      message: 'Digits only, as in vimeo.com/313814309',
    }),
    filmTitle: line({ max: 80, help: 'The name of the film, for visitors who use a screen reader.' }),
    facts: list(fact, { max: 4, help: 'Drag to reorder. Four look best.' }),
  },
})
