import { type BadContent, BUNDLED, OMITTED } from './bad-content.ts'

const createGalleryCase = (
  name: string,
  changes: BadContent['changes'],
  expectedChanges: BadContent['expectedChanges'],
  log: string,
): BadContent => ({
  name,
  page: 'gallery',
  changes,
  expectedChanges,
  logs: [log],
})

const ITEM = 'imagesCollection.items.3'

/** Lists: invalid items are omitted. */
export const LIST_CASES: readonly BadContent[] = [
  createGalleryCase(
    'a link to an unpublished photo',
    { [ITEM]: null },
    { 'images.3': OMITTED },
    'Gallery image number 4 omitted: the entry is null',
  ),
  createGalleryCase(
    'a text in the list of photos',
    { [ITEM]: 'photograph' },
    { 'images.3': OMITTED },
    'Gallery image number 4 omitted: the entry is "photograph"',
  ),
  createGalleryCase(
    'a photo without an id',
    { [`${ITEM}.sys`]: null },
    { 'images.3': OMITTED },
    'Gallery image number 4 omitted: sys is null',
  ),
  createGalleryCase(
    'a duplicate photo',
    { [`${ITEM}.sys.id`]: 'photo-001-station-low-valves' },
    { 'images.3': OMITTED },
    'Gallery image photo-001-station-low-valves is listed twice: shown once',
  ),
  {
    name: 'a partner without a logo',
    page: 'services',
    changes: { 'affiliationsCollection.items.0.logo': null },
    expectedChanges: { 'affiliations.0': OMITTED },
    logs: ['Affiliation affiliation-contractorsafe-registry omitted: logo is null'],
  },
  {
    name: 'no partners',
    page: 'services',
    changes: { 'affiliationsCollection.items': [] },
    expectedChanges: { affiliations: [] },
    logs: [],
  },
  {
    name: 'no list of panels',
    page: 'services',
    changes: { panelsCollection: null },
    expectedChanges: { panels: BUNDLED },
    logs: ['Services page services-page shown with fallback values for invalid fields: panelsCollection is null'],
  },
  {
    name: 'a panel whose picture has no alt text',
    page: 'services',
    changes: { 'panelsCollection.items.1.imageAlt': null },
    expectedChanges: { 'panels.1.picture.alt': '' },
    logs: ['Service panel panel-pipe-fabrication shown without invalid fields: imageAlt is null'],
  },
  {
    name: 'a stage whose picture has no file',
    page: 'mainline',
    changes: { 'stagesCollection.items.1.image.url': null },
    expectedChanges: { 'stages.1': OMITTED },
    logs: ['Pipeline stage stage-02-grading omitted: image.url is null'],
  },
  {
    name: 'only invalid facts',
    page: 'home',
    changes: { 'factsCollection.items': [null, { sys: { id: 'fact-miles' }, figure: '250+', unit: null, text: '' }] },
    expectedChanges: { facts: BUNDLED },
    logs: [
      'Fact number 1 omitted: the entry is null',
      'Fact fact-miles omitted: text is ""',
      'Home page home-page shown with fallback values for invalid fields: factsCollection is {"items":[null,{"sys":{"id":"fact-miles"},"figure":"250+","u…',
    ],
  },
  {
    name: 'only invalid navigation items',
    page: 'site',
    changes: { 'navigationCollection.items': [null] },
    expectedChanges: { navigation: BUNDLED },
    logs: [
      'Navigation item number 1 omitted: the entry is null',
      'Site settings site-settings shown with fallback values for invalid fields: navigationCollection is {"items":[null]}',
    ],
  },
  {
    name: 'no interface texts',
    page: 'site',
    changes: { interfaceTexts: null },
    expectedChanges: { interfaceTexts: BUNDLED },
    logs: ['Site settings site-settings shown with fallback values for invalid fields: interfaceTexts is null'],
  },
  {
    name: 'a missing interface text',
    page: 'site',
    changes: { 'interfaceTexts.close': null },
    expectedChanges: { 'interfaceTexts.close': BUNDLED },
    logs: ['Site settings site-settings shown with fallback values for invalid fields: interfaceTexts.close is null'],
  },
  {
    name: 'no company logo',
    page: 'site',
    changes: { 'logo.url': null },
    expectedChanges: { 'logo.src': BUNDLED, 'logo.fallbackSrc': BUNDLED },
    logs: ['Site settings site-settings shown with fallback values for invalid fields: logo.url is null'],
  },
]
