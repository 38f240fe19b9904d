import { formatMinFileSize } from '#cms/pictures/picture-rules.ts'
import {
  altTextField,
  defineContentType,
  focalPointField,
  imageField,
  lineField,
  optionalField,
} from './field-definitions.ts'

/** A photo of past work (requirements §3). The list of the gallery page defines the order. */
export const galleryImage = defineContentType({
  id: 'galleryImage',
  name: 'Gallery image',
  description: 'A photograph of past work.',
  title: 'altText',
  fields: {
    photo: imageField({
      help: `The photograph, ${formatMinFileSize('photograph')}. The grid cuts it to 3:2. It is compressed for every screen, so upload the best you have.`,
    }),
    altText: altTextField({
      label: 'Alternative text',
      help: 'What somebody who cannot see the picture should know. No “picture of”.',
    }),
    focalPoint: focalPointField(),
    caption: optionalField(
      lineField({ max: 160, help: 'Shown under the large picture. Leave empty if the picture speaks for itself.' }),
    ),
  },
})
