import { formatMinSize, MIN_PICTURE_SIZES } from '#cms/pictures/picture-rules.ts'
import {
  booleanField,
  defineContentType,
  entryField,
  type Field,
  focalPointField,
  imageField,
  lineField,
  optionalField,
} from './field-definitions.ts'

/** Metadata of a page for search engines and shared links. */
export const seo = defineContentType({
  id: 'seo',
  name: 'SEO',
  description: 'How one page looks in search results and when its link is shared.',
  title: 'title',
  fields: {
    title: lineField({
      max: 70,
      help: 'The blue line in search results. Say what the page is about first, then the company.',
    }),
    description: lineField({ min: 50, max: 160, help: 'The grey lines in search results: one or two sentences.' }),
    shareImage: optionalField(
      imageField({
        help: `Shown when the link is shared, 1.91:1, ${formatMinSize(MIN_PICTURE_SIZES['seo.shareImage'])}. Empty: the picture at the top of the page.`,
      }),
    ),
    focalPoint: focalPointField(),
    noIndex: optionalField(
      booleanField({ help: 'Yes: search engines leave this page out. Empty or no: they may show it.' }),
    ),
  },
})

/** The text of a search result. */
export const SEARCH_DESCRIPTION = { type: 'seo', field: 'description' } as const

/** The search result of a page. */
export const seoField = (): Field => entryField(seo, { label: 'SEO', help: 'Search results and shared links.' })
