import { choice, contentType, flag, line } from './fields.ts'
import { SITE_PATHS } from './site-paths.ts'

/** An item of the navigation bar and of the footer (spec §3). Its place is its place in the site settings' list. */
export const navigationItem = contentType({
  id: 'navigationItem',
  name: 'Navigation item',
  description: 'One link of the navigation bar and of the footer.',
  title: 'name',
  fields: {
    name: line({ max: 20, help: 'The word that visitors see.' }),
    route: choice(SITE_PATHS, { help: 'The page that it leads to.' }),
    isEnabled: flag({ help: 'No: the item is hidden, the page stays reachable by its address.' }),
  },
})
