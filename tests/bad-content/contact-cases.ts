import { type BadContent, BUNDLED } from './bad-content.ts'

const contact = (name: string, wrong: BadContent['wrong'], shows: BadContent['shows'], log: string): BadContent => ({
  name,
  page: 'contact',
  wrong,
  shows,
  logs: [`Contact page contact-page shown ${log}`],
})
const bundled = 'with fallback values for invalid fields:'
const without = 'without invalid fields:'

/** Where the office is and how to reach it. */
export const CONTACT_CASES: readonly BadContent[] = [
  contact('a map without latitude', { mapLatitude: null }, { map: null }, `${without} mapLatitude is null`),
  contact('a map at NaN', { mapLatitude: 'NaN' }, { map: null }, `${without} mapLatitude is "NaN"`),
  contact('a map beyond the pole', { mapLatitude: 91 }, { map: null }, `${without} mapLatitude is 91`),
  contact('a map beyond the date line', { mapLongitude: -181 }, { map: null }, `${without} mapLongitude is -181`),
  contact(
    'a map nowhere',
    { mapLatitude: null, mapLongitude: null },
    { map: null },
    `${without} mapLatitude is null, mapLongitude is null`,
  ),
  contact(
    'an address that no mail reaches',
    { email: 'office at blackland' },
    { email: BUNDLED },
    `${bundled} email is "office at blackland"`,
  ),
  contact('no telephone', { phone: null }, { phone: BUNDLED }, `${bundled} phone is null`),
  contact(
    'no notice of the captcha',
    { captchaNotice: null },
    { captchaNotice: BUNDLED },
    `${bundled} captchaNotice is null`,
  ),
  contact(
    'a label of an emoji’s joiners',
    { nameLabel: '\u200d' },
    { nameLabel: BUNDLED },
    `${bundled} nameLabel is "\u200d"`,
  ),
]
