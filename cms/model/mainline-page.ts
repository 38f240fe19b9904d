import { formatMinSize, MIN_PICTURE_SIZES } from '#cms/pictures/picture-rules.ts'
import {
  altTextField,
  defineContentType,
  editorTitleField,
  focalPointField,
  imageField,
  lineField,
  listField,
  paragraphsField,
} from './field-definitions.ts'
import { pipelineStage } from './pipeline-stage.ts'
import { seoField } from './seo.ts'

/** The Mainline pipeline page (requirements §2), a single entry. */
export const mainlinePage = defineContentType({
  id: 'mainlinePage',
  name: 'Mainline page',
  description: 'How a mainline is built, stage by stage. There is one.',
  title: 'name',
  path: '/mainlinepipeline',
  fields: {
    name: editorTitleField({ help: 'For editors only.' }),
    seo: seoField(),
    tagline: lineField({ max: 60, help: 'The small line over the title.' }),
    title: lineField({ max: 60, help: 'The large words over the picture.' }),
    headerImage: imageField({
      help: `The picture at the top, ${formatMinSize(MIN_PICTURE_SIZES['mainlinePage.headerImage'])}.`,
    }),
    headerImageAlt: altTextField({ help: 'What the picture shows, for visitors who cannot see it. No “picture of”.' }),
    focalPoint: focalPointField(),
    scopeLabel: lineField({ max: 60, help: 'The small line over the introduction.' }),
    scopeTitle: lineField({ max: 80, help: 'The large words of the introduction.' }),
    scopeText: paragraphsField({ max: 1_200, help: 'The introduction. An empty line starts a new paragraph.' }),
    stages: listField(pipelineStage, { min: 1, max: 40, help: 'Drag to reorder. The numbers follow.' }),
    footerLine: lineField({ max: 160, help: 'One sentence under the stages.' }),
    homeTitle: lineField({ max: 40, help: 'The large words of the last section.' }),
    homeText: paragraphsField({ max: 1_200, help: 'Two paragraphs, with an empty line between them.' }),
  },
})
