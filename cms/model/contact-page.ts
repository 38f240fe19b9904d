import { formatMinSize, MIN_PICTURE_SIZES } from '#cms/pictures/picture-rules.ts'
import {
  altTextField,
  defineContentType,
  editorTitleField,
  emailField,
  entryField,
  focalPointField,
  imageField,
  lineField,
  numberField,
  optionalField,
  patternField,
} from './field-definitions.ts'
import { seoField } from './seo.ts'
import { videoHero } from './video-hero.ts'

/** The Contact page (requirements §2), a single entry. */
export const contactPage = defineContentType({
  id: 'contactPage',
  name: 'Contact page',
  description: 'The form, the office, its hours and its place on the map. There is one.',
  title: 'name',
  path: '/contact',
  tabs: { name: 'Page', formTitle: 'Form', captchaNotice: 'Messages', officeTitle: 'Office', mapLatitude: 'Map' },
  fields: {
    name: editorTitleField({ help: 'For editors only.' }),
    seo: seoField(),
    hero: entryField(videoHero, { help: 'The film at the top.' }),
    formTitle: lineField({ max: 60, help: 'Over the form.' }),
    formText: lineField({ max: 200, help: 'One sentence under that title.' }),
    nameLabel: lineField({ max: 30, help: 'Over the field for the name.' }),
    namePlaceholder: lineField({ max: 60, help: 'In that field, while it is empty.' }),
    emailLabel: lineField({ max: 30, help: 'Over the field for the e-mail address.' }),
    emailPlaceholder: lineField({ max: 60, help: 'In that field, while it is empty.' }),
    messageLabel: lineField({ max: 30, help: 'Over the field for the message.' }),
    messagePlaceholder: lineField({ max: 60, help: 'In that field, while it is empty.' }),
    sendLabel: lineField({ max: 30, help: 'The form’s button.' }),
    sendingLabel: lineField({ max: 30, help: 'The same button, while the message is on its way.' }),
    captchaNotice: patternField(/^(?=.*\{privacy\}).*\{terms\}/, {
      max: 160,
      help: 'Under the button, where Google’s reCAPTCHA is used: its terms ask for it. {privacy} and {terms} become links.',
      message: 'The text must contain {privacy} and {terms}',
    }),
    privacyLabel: lineField({ max: 40, help: 'The link to Google’s privacy policy, in that text.' }),
    termsLabel: lineField({ max: 40, help: 'The link to Google’s terms of service, in that text.' }),
    rateLimitText: lineField({ max: 200, help: 'Shown to somebody who sends too many messages at once.' }),
    offlineText: lineField({ max: 200, help: 'Shown to somebody who sends a message without a connection.' }),
    sentTitle: lineField({ max: 60, help: 'In the form’s place, when the message has been sent.' }),
    sentText: lineField({ max: 120, help: 'Under that title.' }),
    officeTitle: lineField({ max: 40, help: 'Over the address.' }),
    officeStreet: lineField({ max: 80, help: 'The first line of the address.' }),
    officeCity: lineField({ max: 80, help: 'The second line of the address.' }),
    hoursTitle: lineField({ max: 40, help: 'Over the hours.' }),
    hours: lineField({ max: 40, help: 'As in 9AM - 5PM' }),
    days: lineField({ max: 40, help: 'As in Mon - Fri' }),
    contactTitle: lineField({ max: 40, help: 'Over e-mail and telephone.' }),
    email: emailField({ help: 'Where visitors may write to.' }),
    phone: patternField(/^[+(0-9][0-9 ()./-]{6,24}$/, {
      max: 25,
      help: 'As visitors read it.',
      message: 'Write only digits, spaces and the signs + ( ) . / -',
    }),
    mapLatitude: optionalField(
      numberField({ min: -90, max: 90, help: 'The middle of the map: degrees north. Empty: no map.' }),
    ),
    mapLongitude: optionalField(
      numberField({ min: -180, max: 180, help: 'The middle of the map: degrees east; west is negative.' }),
    ),
    mapLabel: lineField({ max: 60, help: 'The name of the map, for visitors who use a screen reader.' }),
    mapImage: optionalField(
      imageField({
        help: `The surroundings of the office, shown where the map cannot be: an SVG, or ${formatMinSize(MIN_PICTURE_SIZES['contactPage.mapImage'])}. Empty: the address alone.`,
      }),
    ),
    mapImageAlt: optionalField(
      altTextField({ help: 'What that picture shows, for visitors who cannot see it. No “picture of”.' }),
    ),
    focalPoint: focalPointField(),
    directionsLabel: lineField({ max: 40, help: 'The link to directions, where the map cannot be shown.' }),
  },
})
