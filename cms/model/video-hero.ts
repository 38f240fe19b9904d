import { formatMinSize, MIN_PICTURE_SIZES, REPORT_LIMITS } from '#cms/pictures/picture-rules.ts'
import {
  altTextField,
  defineContentType,
  editorTitleField,
  focalPointField,
  imageField,
  lineField,
  paragraphsField,
  videoField,
} from './field-definitions.ts'

/** The video at the top of a page, with its texts (requirements §3: videoFile, header, title, poster). */
export const videoHero = defineContentType({
  id: 'videoHero',
  name: 'Video hero',
  description: 'The large film at the top of a page and the words over it.',
  title: 'name',
  fields: {
    name: editorTitleField({ help: 'For editors only: whose hero it is.' }),
    header: lineField({ max: 60, help: 'The small line over the title.' }),
    title: paragraphsField({ max: 80, help: 'The large words. A line break here is a line break on the page.' }),
    videoFile: videoField({
      help: `MP4 (H.264), 1280 × 720 px, silent, a loop of 6 to 12 seconds. About ${REPORT_LIMITS.filmMegabytes} MB is best.`,
    }),
    poster: imageField({
      help: `The film’s first picture, 16:9, ${formatMinSize(MIN_PICTURE_SIZES['videoHero.poster'])}. It is there before the film, and instead of it for visitors who want no motion.`,
    }),
    posterAlt: altTextField({ help: 'What the film shows, for visitors who cannot see it. No “picture of”.' }),
    focalPoint: focalPointField(),
  },
})
