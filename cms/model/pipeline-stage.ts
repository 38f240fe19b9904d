import { formatMinSize, MIN_PICTURE_SIZES } from '#cms/pictures/picture-rules.ts'
import { altTextField, defineContentType, focalPointField, imageField, lineField } from './field-definitions.ts'

/** A stage of pipeline construction (requirements §3, pipeline box). The list of the mainline page defines order and number. */
export const pipelineStage = defineContentType({
  id: 'pipelineStage',
  name: 'Pipeline stage',
  description: 'One stage of building a mainline.',
  title: 'label',
  fields: {
    label: lineField({ max: 40, help: 'The name of the stage. Its number comes from its place in the list.' }),
    image: imageField({
      help: `A picture of the work, ${formatMinSize(MIN_PICTURE_SIZES['pipelineStage.image'])}, 3:2.`,
    }),
    imageAlt: altTextField({ help: 'What the picture shows, for visitors who cannot see it. No “picture of”.' }),
    focalPoint: focalPointField(),
  },
})
