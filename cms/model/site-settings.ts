import { contentType, entry, image, line, link, list } from './fields.ts'
import { interfaceTexts } from './interface-texts.ts'
import { navigationItem } from './navigation-item.ts'

/** What every page wears: company, navigation, footer. There is one entry of it. */
export const siteSettings = contentType({
  id: 'siteSettings',
  name: 'Site settings',
  description: 'Company, navigation bar and footer. There is one; it is on every page.',
  title: 'companyName',
  fields: {
    companyName: line({ max: 60, help: 'In full, as search engines know it.' }),
    shortName: line({ max: 30, help: 'On the map’s marker and wherever the full name is too long.' }),
    tagline: line({ max: 80, help: 'Under the logo in the footer.' }),
    logo: image({ help: 'Light, for a dark ground. SVG.' }),
    navigation: list(navigationItem, { min: 1, max: 8, help: 'Drag to reorder. The footer shows the same links.' }),
    exploreHeading: line({ max: 30, help: 'Over the footer’s page links.' }),
    socialHeading: line({ max: 30, help: 'Over the footer’s social links.' }),
    facebookUrl: link({ help: 'The company’s Facebook page.' }),
    linkedinUrl: link({ help: 'The company’s LinkedIn page.' }),
    copyright: line({ max: 120, help: 'The last line of every page.' }),
    interfaceTexts: entry(interfaceTexts, { help: 'Small words of buttons and menus.' }),
  },
})
