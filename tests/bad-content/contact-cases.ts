import { type BadContent, BUNDLED } from './bad-content.ts'

const createContactCase = (
  name: string,
  changes: BadContent['changes'],
  expectedChanges: BadContent['expectedChanges'],
  log: string,
): BadContent => ({
  name,
  page: 'contact',
  changes,
  expectedChanges,
  logs: [`Contact page contact-page shown ${log}`],
})
const WITH_FALLBACK = 'with fallback values for invalid fields:'
const WITHOUT_FIELDS = 'without invalid fields:'

/** Invalid contact details. */
export const CONTACT_CASES: readonly BadContent[] = [
  {
    name: 'a map without latitude',
    page: 'contact',
    changes: { mapLatitude: null },
    expectedChanges: { map: null },
    logs: [],
  },
  createContactCase(
    'a map with the latitude NaN',
    { mapLatitude: 'NaN' },
    { map: null },
    `${WITHOUT_FIELDS} mapLatitude is "NaN"`,
  ),
  createContactCase(
    'a latitude out of range',
    { mapLatitude: 91 },
    { map: null },
    `${WITHOUT_FIELDS} mapLatitude is 91`,
  ),
  createContactCase(
    'an invalid email address',
    { email: 'office at blackland' },
    { email: BUNDLED },
    `${WITH_FALLBACK} email is "office at blackland"`,
  ),
  createContactCase(
    'a label of zero-width joiners',
    { nameLabel: '\u200d' },
    { nameLabel: BUNDLED },
    `${WITH_FALLBACK} nameLabel is "\u200d"`,
  ),
  createContactCase(
    'a map picture without its file',
    { 'mapImage.url': null },
    { mapPicture: null },
    `${WITHOUT_FIELDS} mapImage.url is null`,
  ),
  createContactCase(
    'a map picture with a javascript: URL',
    { 'mapImage.url': 'javascript:alert(1)' },
    { mapPicture: null },
    `${WITHOUT_FIELDS} mapImage.url is "javascript:alert(1)"`,
  ),
  createContactCase(
    'a map picture with an alt text of spaces',
    { mapImageAlt: '  ' },
    { 'mapPicture.alt': '' },
    `${WITHOUT_FIELDS} mapImageAlt is "  "`,
  ),
  {
    name: 'a map picture without alt text',
    page: 'contact',
    changes: { mapImageAlt: null },
    expectedChanges: { 'mapPicture.alt': '' },
    logs: [],
  },
  {
    name: 'no map picture',
    page: 'contact',
    changes: { mapImage: null, mapImageAlt: null, focalPoint: null },
    expectedChanges: { mapPicture: null },
    logs: [],
  },
]
