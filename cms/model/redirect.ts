import { booleanField, defineContentType, patternField } from './field-definitions.ts'

/** A redirect of an old address (cms/model/validate-redirects.ts). */
export const redirect = defineContentType({
  id: 'redirect',
  name: 'Redirect',
  description: 'An old or short address that leads to another one: /brochure to /services.',
  title: 'from',
  fields: {
    from: patternField(/^\/[^\s?#/][^\s?#]*$/, {
      max: 200,
      help: 'The address on this site, without the domain, as in /brochure. Not one that a page has.',
      message: 'A path of this site that begins with one slash, as in /brochure, without ? and #',
    }),
    to: patternField(/^(\/(?!\/)|https:\/\/[^\s/])[^\s]*$/, {
      max: 256,
      help: 'A page of this site, as in /services, or a whole address with https://',
      message: 'A path that begins with one slash, as in /services, or an address that begins with https://',
    }),
    isPermanent: booleanField({
      help: 'Yes: search engines and browsers forget the old address. No: for a while only.',
    }),
  },
})
