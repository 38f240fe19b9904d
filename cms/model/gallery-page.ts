import {
  choiceField,
  defineContentType,
  editorTitleField,
  entryField,
  lineField,
  listField,
} from './field-definitions.ts'
import { galleryImage } from './gallery-image.ts'
import { seoField } from './seo.ts'
import { videoHero } from './video-hero.ts'

/** The Gallery page (requirements §2), a single entry. */
export const galleryPage = defineContentType({
  id: 'galleryPage',
  name: 'Gallery page',
  description: 'The photographs of past work, in their order. There is one.',
  title: 'name',
  path: '/gallery',
  fields: {
    name: editorTitleField({ help: 'For editors only.' }),
    seo: seoField(),
    hero: entryField(videoHero, { help: 'The film at the top.' }),
    gridTitle: lineField({ max: 60, help: 'Over the photographs, beside their count.' }),
    photoDialog: choiceField(['full screen', 'classic lightbox'], {
      help: 'How a photograph opens. Full screen: with a strip of all of them. Classic lightbox: the photograph alone.',
    }),
    images: listField(galleryImage, {
      min: 1,
      help: 'In the order of the page. A photograph taken out of this list leaves the site, not the space.',
    }),
  },
})
