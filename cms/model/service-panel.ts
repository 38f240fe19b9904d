import { formatMinSize, MIN_PICTURE_SIZES } from '#cms/pictures/picture-rules.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import {
  altTextField,
  choiceField,
  defineContentType,
  focalPointField,
  imageField,
  lineField,
  optionalField,
} from './field-definitions.ts'

/** An image panel of the Services page (requirements §2). */
export const servicePanel = defineContentType({
  id: 'servicePanel',
  name: 'Service panel',
  description: 'One large picture of the Services page, with the words that appear over it.',
  title: 'header',
  fields: {
    header: lineField({ max: 40, help: 'The small line: the name of the service.' }),
    title: lineField({ max: 60, help: 'The large words.' }),
    text: lineField({ max: 256, help: 'One or two sentences that appear when the pointer is on the panel.' }),
    image: imageField({
      help: `A picture ${formatMinSize(MIN_PICTURE_SIZES['servicePanel.image'])}. Around its focal point it shows on every screen.`,
    }),
    imageAlt: altTextField({ help: 'What the picture shows, for visitors who cannot see it. No “picture of”.' }),
    focalPoint: focalPointField(),
    linkRoute: optionalField(
      choiceField(SITE_PATHS, { help: 'The page that the panel leads to. Empty: it leads nowhere.' }),
    ),
    linkLabel: optionalField(
      lineField({ max: 40, help: 'The words of that link. Needed where the panel leads somewhere.' }),
    ),
  },
})
