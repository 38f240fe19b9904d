import { contentType, entry, line, number, pattern } from './fields.ts'
import { seo } from './seo.ts'
import { videoHero } from './video-hero.ts'

/** Contact (spec §2). There is one entry of it. */
export const contactPage = contentType({
  id: 'contactPage',
  name: 'Contact page',
  description: 'The form, the office, its hours and its place on the map. There is one.',
  title: 'name',
  fields: {
    name: line({ max: 60, help: 'For editors only.' }),
    seo: entry(seo, { help: 'Search results and shared links.' }),
    hero: entry(videoHero, { help: 'The film at the top.' }),
    formTitle: line({ max: 60, help: 'Over the form.' }),
    formText: line({ max: 200, help: 'One sentence under that title.' }),
    nameLabel: line({ max: 30, help: 'Over the first field.' }),
    namePlaceholder: line({ max: 60, help: 'In the first field, while it is empty.' }),
    emailLabel: line({ max: 30, help: 'Over the second field.' }),
    emailPlaceholder: line({ max: 60, help: 'In the second field, while it is empty.' }),
    messageLabel: line({ max: 30, help: 'Over the third field.' }),
    messagePlaceholder: line({ max: 60, help: 'In the third field, while it is empty.' }),
    sendLabel: line({ max: 30, help: 'The form’s button.' }),
    sendingLabel: line({ max: 30, help: 'The same button, while the message is on its way.' }),
    captchaNotice: pattern(/^(?=.*\{privacy\}).*\{terms\}/, {
      max: 160,
      help: 'Under the button, where Google’s reCAPTCHA is used: its terms ask for it. {privacy} and {terms} become links.',
      message: 'The text must contain {privacy} and {terms}',
    }),
    privacyLabel: line({ max: 40, help: 'The link to Google’s privacy policy, in that text.' }),
    termsLabel: line({ max: 40, help: 'The link to Google’s terms of service, in that text.' }),
    rateLimitText: line({ max: 200, help: 'Shown to somebody who sends too many messages at once.' }),
    offlineText: line({ max: 200, help: 'Shown to somebody who sends a message without a connection.' }),
    sentTitle: line({ max: 60, help: 'In the form’s place, when the message has been sent.' }),
    sentText: line({ max: 120, help: 'Under that title.' }),
    officeTitle: line({ max: 40, help: 'Over the address.' }),
    officeStreet: line({ max: 80, help: 'The first line of the address.' }),
    officeCity: line({ max: 80, help: 'The second line of the address.' }),
    hoursTitle: line({ max: 40, help: 'Over the hours.' }),
    hours: line({ max: 40, help: 'As in 9AM - 5PM' }),
    days: line({ max: 40, help: 'As in Mon - Fri' }),
    contactTitle: line({ max: 40, help: 'Over e-mail and telephone.' }),
    email: pattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, {
      max: 254,
      help: 'Where visitors may write to.',
      message: 'An e-mail address, as in office@company.com',
    }),
    phone: pattern(/^[+(0-9][0-9 ()./-]{6,24}$/, {
      max: 25,
      help: 'As visitors read it.',
      message: 'Digits, spaces, brackets and hyphens only',
    }),
    mapLatitude: number({ min: -90, max: 90, help: 'The middle of the map: degrees north.' }),
    mapLongitude: number({ min: -180, max: 180, help: 'The middle of the map: degrees east; west is negative.' }),
    mapLabel: line({ max: 60, help: 'The name of the map, for visitors who use a screen reader.' }),
    directionsLabel: line({ max: 40, help: 'The link to directions, where the map cannot be shown.' }),
  },
})
