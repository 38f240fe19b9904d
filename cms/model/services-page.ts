import { affiliation } from './affiliation.ts'
import { contentType, entry, line, list, paragraphs } from './fields.ts'
import { seo } from './seo.ts'
import { servicePanel } from './service-panel.ts'
import { videoHero } from './video-hero.ts'

/** Services (spec §2). There is one entry of it. */
export const servicesPage = contentType({
  id: 'servicesPage',
  name: 'Services page',
  description: 'What the company does, and the organizations it belongs to. There is one.',
  title: 'name',
  fields: {
    name: line({ max: 60, help: 'For editors only.' }),
    seo: entry(seo, { help: 'Search results and shared links.' }),
    hero: entry(videoHero, { help: 'The film at the top.' }),
    introTitle: line({ max: 80, help: 'The large words of the introduction.' }),
    introText: paragraphs({ max: 1_200, help: 'The introduction. An empty line starts a new paragraph.' }),
    panels: list(servicePanel, { min: 1, max: 6, help: 'Drag to reorder. Three fill a row.' }),
    affiliationsTitle: line({ max: 40, help: 'Over the logos.' }),
    affiliations: list(affiliation, { max: 60, help: 'Drag to reorder. Each logo stands in the row of its kind.' }),
  },
})
