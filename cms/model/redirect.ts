import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { booleanField, defineContentType, patternField } from './field-definitions.ts'

/** The names of the pages in their paths; Home has none. */
const PAGE_NAMES = SITE_PATHS.flatMap((path) => path.slice(1) || []).join('|')

/**
 * A redirect of an old address. The fields refuse what is wrong with one address alone; cms/model/validate-redirects.ts
 * checks all redirects together.
 */
export const redirect = defineContentType({
  id: 'redirect',
  name: 'Redirect',
  description: 'An old or short address that leads to another one: /brochure to /services.',
  title: 'from',
  fields: {
    from: patternField(/^\/[^\s?#/][^\s?#]*$/, {
      max: 200,
      help: 'The address on this site, without the domain, as in /brochure. Not one that a page or another redirect has, drafts included.',
      message: 'Write a path of this site that begins with one slash, as in /brochure, without ? and #',
      prohibited: {
        pattern: new RegExp(`^\\/(?:${PAGE_NAMES})\\/?$`),
        message: 'A page has this address, and visitors would see it instead: choose another address',
      },
      uniqueMessage: 'Another redirect begins at this address: change that one, or choose another address',
    }),
    to: patternField(new RegExp(`^(?:\\/(?:(?:${PAGE_NAMES})\\/?)?(?:[?#]\\S*)?|https:\\/\\/[^\\s/]\\S*)$`), {
      max: 256,
      help: 'A page of this site, as in /services, or a whole address with https://',
      message: `Write a page of this site, one of ${SITE_PATHS.join(', ')}, or an address that begins with https://`,
    }),
    isPermanent: booleanField({
      label: 'Permanent',
      defaultValue: false, // browsers do not ask again for a permanent one, so a mistake could not be taken back
      help: 'Yes: search engines and browsers forget the old address. No: for a while only.',
    }),
  },
})
