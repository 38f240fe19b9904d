import { fact } from './fact.ts'
import {
  defineContentType,
  editorTitleField,
  entryField,
  lineField,
  listField,
  optionalField,
  patternField,
} from './field-definitions.ts'
import { seoField } from './seo.ts'
import { videoHero } from './video-hero.ts'

/** The Home page (requirements §2), a single entry. */
export const homePage = defineContentType({
  id: 'homePage',
  name: 'Home page',
  description: 'The first page: film, Watch Now, the large figures. There is one.',
  title: 'name',
  path: '/',
  fields: {
    name: editorTitleField({ help: 'For editors only.' }),
    seo: seoField(),
    hero: entryField(videoHero, { help: 'The film over the whole first screen.' }),
    watchLabel: lineField({ max: 30, help: 'The button that opens the company film.' }),
    filmId: optionalField(
      patternField(/^[0-9]{6,12}$/, {
        label: 'Film ID',
        max: 12,
        help: 'The number at the end of the film’s Vimeo address. Empty: the company film.',
        message: 'Write digits only, as in vimeo.com/313814309',
      }),
    ),
    filmTitle: lineField({ max: 80, help: 'The name of the film, for visitors who use a screen reader.' }),
    facts: listField(fact, { max: 4, help: 'Drag to reorder. Four look best.' }),
  },
})
