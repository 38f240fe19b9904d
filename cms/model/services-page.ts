import { affiliation } from './affiliation.ts'
import {
  defineContentType,
  editorTitleField,
  entryField,
  lineField,
  listField,
  paragraphsField,
} from './field-definitions.ts'
import { seoField } from './seo.ts'
import { servicePanel } from './service-panel.ts'
import { videoHero } from './video-hero.ts'

/** The Services page (requirements §2), a single entry. */
export const servicesPage = defineContentType({
  id: 'servicesPage',
  name: 'Services page',
  description: 'What the company does, and the organizations it belongs to. There is one.',
  title: 'name',
  path: '/services',
  fields: {
    name: editorTitleField({ help: 'For editors only.' }),
    seo: seoField(),
    hero: entryField(videoHero, { help: 'The film at the top.' }),
    introTitle: lineField({ max: 80, help: 'The large words of the introduction.' }),
    introText: paragraphsField({ max: 1_200, help: 'The introduction. An empty line starts a new paragraph.' }),
    panels: listField(servicePanel, { min: 1, max: 6, help: 'Drag to reorder. Three fill a row.' }),
    affiliationsTitle: lineField({ max: 40, help: 'Over the logos.' }),
    affiliations: listField(affiliation, {
      max: 60,
      help: 'In the order of the page. Each logo stands in the row of its kind.',
    }),
  },
})
