import { altText, contentType, entry, focalPoint, image, line, list, paragraphs } from './fields.ts'
import { pipelineStage } from './pipeline-stage.ts'
import { seo } from './seo.ts'

/** Mainline pipeline (spec §2). There is one entry of it. */
export const mainlinePage = contentType({
  id: 'mainlinePage',
  name: 'Mainline page',
  description: 'How a mainline is built, stage by stage. There is one.',
  title: 'name',
  fields: {
    name: line({ max: 60, help: 'For editors only.' }),
    seo: entry(seo, { help: 'Search results and shared links.' }),
    tagline: line({ max: 60, help: 'The small line over the title.' }),
    title: line({ max: 60, help: 'The large words over the picture.' }),
    headerImage: image({ help: 'The picture at the top, at least 1920 px wide.' }),
    headerImageAlt: altText({ help: 'What the picture shows, for visitors who cannot see it. No “picture of”.' }),
    focalPoint: focalPoint(),
    scopeLabel: line({ max: 60, help: 'The small line over the introduction.' }),
    scopeTitle: line({ max: 80, help: 'The large words of the introduction.' }),
    scopeText: paragraphs({ max: 1_200, help: 'The introduction. An empty line starts a new paragraph.' }),
    stages: list(pipelineStage, { min: 1, max: 40, help: 'Drag to reorder. The numbers follow.' }),
    footerLine: line({ max: 160, help: 'One sentence under the stages.' }),
    homeTitle: line({ max: 40, help: 'The large words of the last section.' }),
    homeText: paragraphs({ max: 1_200, help: 'Two paragraphs, with an empty line between them.' }),
  },
})
