import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { booleanField, choiceField, defineContentType, lineField } from './field-definitions.ts'

/** An item of the navigation bar and the footer (requirements §3). The list of the site settings defines the order. */
export const navigationItem = defineContentType({
  id: 'navigationItem',
  name: 'Navigation item',
  description: 'One link of the navigation bar and of the footer.',
  title: 'name',
  fields: {
    name: lineField({ max: 20, help: 'The word that visitors see.' }),
    route: choiceField(SITE_PATHS, { help: 'The page that it leads to.' }),
    isEnabled: booleanField({
      label: 'Enabled',
      help: 'No: the item is hidden, the page stays reachable by its address.',
    }),
  },
})
