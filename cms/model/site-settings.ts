import { defineContentType, entryField, imageField, lineField, listField, urlField } from './field-definitions.ts'
import { interfaceTexts } from './interface-texts.ts'
import { navigationItem } from './navigation-item.ts'

/** Content of every page: company, navigation, footer. A single entry. */
export const siteSettings = defineContentType({
  id: 'siteSettings',
  name: 'Site settings',
  description: 'Company, navigation bar and footer. There is one; it is on every page.',
  title: 'companyName',
  fields: {
    companyName: lineField({ max: 60, help: 'In full, as search engines know it.' }),
    shortName: lineField({ max: 30, help: 'On the map’s marker and wherever the full name is too long.' }),
    tagline: lineField({ max: 80, help: 'Under the logo in the footer.' }),
    logo: imageField({ help: 'Light, for a dark ground. SVG.' }),
    navigation: listField(navigationItem, {
      min: 1,
      max: 8,
      help: 'Drag to reorder. Where the bar has no room for all, they are in a menu. The footer shows the same links.',
    }),
    exploreHeading: lineField({ max: 30, help: 'Over the footer’s page links.' }),
    socialHeading: lineField({ max: 30, help: 'Over the footer’s social links.' }),
    facebookUrl: urlField({ label: 'Facebook address', help: 'The company’s Facebook page.' }),
    linkedinUrl: urlField({ label: 'LinkedIn address', help: 'The company’s LinkedIn page.' }),
    copyright: lineField({ max: 120, help: 'The last line of every page.' }),
    interfaceTexts: entryField(interfaceTexts, { help: 'Small words of buttons and menus.' }),
  },
})
