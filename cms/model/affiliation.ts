import { formatFormats, formatMinFileSize } from '#cms/pictures/picture-rules.ts'
import { choiceField, defineContentType, imageField, lineField, urlField } from './field-definitions.ts'

/** Groups of the affiliations section, in order. */
const AFFILIATION_KINDS = ['Safety and compliance', 'Trade unions', 'Associations'] as const

/** A partner organization with its logo (requirements §3). The list of the services page defines the order. */
export const affiliation = defineContentType({
  id: 'affiliation',
  name: 'Affiliation',
  description: 'An organization that the company belongs to, with its logo.',
  title: 'name',
  fields: {
    name: lineField({
      min: 2,
      max: 80,
      help: 'The organization’s full name, or its abbreviation if it is known by that. It is also what a screen reader says of the logo.',
    }),
    kind: choiceField(AFFILIATION_KINDS, { help: 'The row that the logo stands in.' }),
    logo: imageField({
      help: `${formatFormats('logo')}, ${formatMinFileSize('logo')}, on a transparent ground. Shown at most 90 px high.`,
    }),
    link: urlField({ help: 'The organization’s site; it opens in a new tab.' }),
  },
})
