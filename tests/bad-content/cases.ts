import { settings } from '#src/settings.ts'
import { type BadContent, BUNDLED, OMITTED } from './bad-content.ts'
import { ODD_TEXTS } from './odd-texts.ts'

type Changes = BadContent['changes']

const WITH_FALLBACK = 'shown with fallback values for invalid fields:'
const WITHOUT_FIELDS = 'shown without invalid fields:'

/** A case for each value of a field of an entry. `log`: what its warning begins with. `place`: that of the entry in the page. */
const createItemCases = (
  page: BadContent['page'],
  place: string,
  log: string,
  rows: readonly (readonly [field: string, value: unknown, expectedChanges: Changes])[],
): readonly BadContent[] =>
  rows.map(([field, value, expectedChanges]) => {
    const problem = `${field} is ${JSON.stringify(value)}`
    return { name: problem, page, changes: { [place + field]: value }, expectedChanges, logs: [`${log} ${problem}`] }
  })

const createCases = (page: BadContent['page'], log: string, rows: Parameters<typeof createItemCases>[3]) =>
  createItemCases(page, '', log, rows)

const bundled = (...fields: readonly string[]): Changes => Object.fromEntries(fields.map((field) => [field, BUNDLED]))

const POSTER = bundled('hero.poster', 'hero.shareImage')
const VIDEO = bundled('hero.videoFile', 'hero.phoneSources')
const HOME_FIELDS: readonly BadContent[] = [
  ...createCases('home', `Home page home-page ${WITH_FALLBACK}`, [
    ['seo', null, bundled('seo')],
    ['hero', null, bundled('hero')],
    ['hero.title', ' \n ', bundled('hero.title')],
    ['hero.title', '\u200b\u2060\ufeff', bundled('hero.title')],
    ['hero.videoFile', null, VIDEO],
    ['hero.poster', null, POSTER],
    ['hero.poster.url', null, POSTER],
    ['hero.poster.url', 'javascript:alert(1)', POSTER],
    ['hero.poster.width', null, POSTER],
  ]),
  ...createCases('home', `Home page home-page ${WITHOUT_FIELDS}`, [
    ['filmId', 'abc', { filmId: settings.companyVideoId }],
    ['seo.noIndex', 'yes', { 'seo.noIndex': undefined }],
    ['seo.shareImage.url', null, { 'seo.shareImage': undefined }],
    ['hero.posterAlt', null, { 'hero.poster.alt': '', 'hero.shareImage.alt': '' }],
    ['hero.focalPoint', 'banana', {}],
  ]),
  {
    name: 'a poster of no height, with its focal point',
    page: 'home',
    changes: { 'hero.poster.height': null, 'hero.focalPoint': '10% 90%' },
    expectedChanges: POSTER,
    logs: [`Home page home-page ${WITH_FALLBACK} hero.poster.height is null`],
  },
  {
    name: 'an entry in another locale only',
    page: 'home',
    changes: { seo: null, hero: null, watchLabel: null, filmId: null, filmTitle: null, factsCollection: null },
    expectedChanges: {
      ...bundled('seo', 'hero', 'watchLabel', 'filmTitle'),
      ...{ filmId: settings.companyVideoId, facts: [] },
    },
    logs: [`Home page home-page ${WITH_FALLBACK} seo is null, hero is null, watchLabel is null, filmTitle is null`],
  },
]

const OTHER_FIELDS: readonly BadContent[] = [
  ...createCases('gallery', `Gallery page gallery-page ${WITH_FALLBACK}`, [
    ['gridTitle', null, bundled('gridTitle')],
    ['photoDialog', 'carousel', bundled('photoDialog')],
  ]),
  ...createCases('services', `Services page services-page ${WITH_FALLBACK}`, [
    ['introText', '\n\n\n', bundled('introText')],
    ['panelsCollection', null, bundled('panels')],
  ]),
  ...createCases('mainline', `Mainline page mainline-page ${WITH_FALLBACK}`, [
    ['headerImage.url', '//images.example/a.jpg', bundled('hero')],
  ]),
  ...createCases('mainline', `Mainline page mainline-page ${WITHOUT_FIELDS}`, [['focalPoint', '130% 20%', {}]]),
  ...createCases('contact', `Contact page contact-page ${WITH_FALLBACK}`, [
    ['email', 'office at blackland', bundled('email')],
    ['nameLabel', '\u200d', bundled('nameLabel')],
  ]),
  ...createCases('contact', `Contact page contact-page ${WITHOUT_FIELDS}`, [
    ['mapLatitude', 'NaN', { map: null }],
    ['mapLatitude', 91, { map: null }],
    ['mapLongitude', -181, { map: null }],
    ['mapImage.url', 'javascript:alert(1)', { mapPicture: null }],
    ['mapImageAlt', '  ', { 'mapPicture.alt': '' }],
  ]),
  ...createCases('site', `Site settings site-settings ${WITH_FALLBACK}`, [
    ['interfaceTexts', null, bundled('interfaceTexts')],
    ['interfaceTexts.close', null, bundled('interfaceTexts.close')],
    ['logo.url', null, bundled('logo.src', 'logo.fallbackSrc')],
  ]),
  ...createCases('site', `Site settings site-settings ${WITHOUT_FIELDS}`, [
    ['facebookUrl', 'javascript:alert(1)', { 'socialLinks.0': OMITTED }],
  ]),
]

const PHOTO = 'imagesCollection.items.6.'
const NO_PHOTO = { 'images.6': OMITTED }
const PARTNER = 'affiliationsCollection.items.0.'
const NO_LINK = { 'affiliations.0.link': undefined }

/** Items of lists: invalid ones are omitted, and so are their optional fields. */
const ITEMS: readonly BadContent[] = [
  ...createItemCases('gallery', PHOTO, 'Gallery image photo-007-spool-yard-above omitted:', [
    ['photo', null, NO_PHOTO],
    ['photo.url', 'data:image/png;base64,AA', NO_PHOTO],
    ['altText', null, NO_PHOTO],
  ]),
  ...createItemCases('gallery', PHOTO, `Gallery image photo-007-spool-yard-above ${WITHOUT_FIELDS}`, [
    ['caption', '  ', {}],
    ['focalPoint', 'left top', {}],
  ]),
  ...createItemCases('services', PARTNER, 'Affiliation affiliation-contractorsafe-registry omitted:', [
    ['logo', null, { 'affiliations.0': OMITTED }],
  ]),
  ...createItemCases('services', PARTNER, `Affiliation affiliation-contractorsafe-registry ${WITHOUT_FIELDS}`, [
    ['link', 'javascript:alert(1)', NO_LINK],
    ['link', 'data:text/html,<script>alert(1)</script>', NO_LINK],
    ['link', 'http://partner.example', NO_LINK],
    ['link', null, NO_LINK],
  ]),
  ...createItemCases('services', 'panelsCollection.items.0.', `Service panel panel-main-pipeline ${WITHOUT_FIELDS}`, [
    ['imageAlt', null, { 'panels.0.picture.alt': '' }],
    ['linkRoute', '/nowhere', { 'panels.0.link': null }],
  ]),
  ...createItemCases('mainline', 'stagesCollection.items.1.', 'Pipeline stage stage-02-grading omitted:', [
    ['image.url', null, { 'stages.1': OMITTED }],
  ]),
  ...createItemCases('site', 'navigationCollection.items.1.', 'Navigation item nav-gallery omitted:', [
    ['route', 'javascript:alert(1)', { 'navigation.1': OMITTED }],
  ]),
]

const createListCase = (field: string, value: unknown, log: string): BadContent => ({
  name: `${field} of the fourth photo is ${value}`,
  page: 'gallery',
  changes: { [`imagesCollection.items.3${field}`]: value },
  expectedChanges: { 'images.3': OMITTED },
  logs: [log],
})

const LISTS: readonly BadContent[] = [
  createListCase('', null, 'Gallery image number 4 omitted: the entry is null'),
  createListCase('', 'photograph', 'Gallery image number 4 omitted: the entry is "photograph"'),
  createListCase('.sys', null, 'Gallery image number 4 omitted: sys is null'),
  createListCase(
    '.sys.id',
    'photo-001-station-low-valves',
    'Gallery image photo-001-station-low-valves is listed twice: shown once',
  ),
  {
    name: 'only invalid facts',
    page: 'home',
    changes: { 'factsCollection.items': [null, { sys: { id: 'fact-miles' }, figure: '250+', unit: null, text: '' }] },
    expectedChanges: { facts: BUNDLED },
    logs: [
      'Fact number 1 omitted: the entry is null',
      'Fact fact-miles omitted: text is ""',
      `Home page home-page ${WITH_FALLBACK} factsCollection is {"items":[null,{"sys":{"id":"fact-miles"},"figure":"250+","u…`,
    ],
  },
  {
    name: 'only invalid navigation items',
    page: 'site',
    changes: { 'navigationCollection.items': [null] },
    expectedChanges: { navigation: BUNDLED },
    logs: [
      'Navigation item number 1 omitted: the entry is null',
      `Site settings site-settings ${WITH_FALLBACK} navigationCollection is {"items":[null]}`,
    ],
  },
]

/** Unusual content that is valid. */
const VALID_ROWS: readonly (readonly [name: string, BadContent['page'], Changes, expectedChanges: Changes])[] = [
  ['no video id', 'home', { filmId: null }, { filmId: settings.companyVideoId }],
  ['a map without latitude', 'contact', { mapLatitude: null }, { map: null }],
  [
    'the ends of the map',
    'contact',
    { mapLatitude: -90, mapLongitude: 180 },
    { map: { latitude: -90, longitude: 180 } },
  ],
  ['a map picture without alt text', 'contact', { mapImageAlt: null }, { 'mapPicture.alt': '' }],
  ['no map picture', 'contact', { mapImage: null, mapImageAlt: null, focalPoint: null }, { mapPicture: null }],
  ['no partners', 'services', { 'affiliationsCollection.items': [] }, { affiliations: [] }],
  ['no link label', 'services', { 'panelsCollection.items.0.linkLabel': null }, { 'panels.0.link': null }],
  [
    'a logo SVG without a size',
    'services',
    { [`${PARTNER}logo.width`]: null, [`${PARTNER}logo.height`]: null },
    { 'affiliations.0.logo.width': 180, 'affiliations.0.logo.height': 90 },
  ],
  ...Object.entries(ODD_TEXTS).map(
    ([name, title]) => [`a title ${name}`, 'home', { 'hero.title': title }, { 'hero.title': [title.trim()] }] as const,
  ),
]

/** All cases of invalid or unusual content in the CMS. */
export const CASES: readonly BadContent[] = [
  ...HOME_FIELDS,
  ...OTHER_FIELDS,
  ...ITEMS,
  ...LISTS,
  ...VALID_ROWS.map(([name, page, changes, expectedChanges]) => ({ name, page, changes, expectedChanges, logs: [] })),
]
