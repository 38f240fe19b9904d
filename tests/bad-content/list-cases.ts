import { type BadContent, BUNDLED, OMITTED } from './bad-content.ts'

const gallery = (name: string, wrong: BadContent['wrong'], shows: BadContent['shows'], log: string): BadContent => ({
  name,
  page: 'gallery',
  wrong,
  shows,
  logs: [log],
})

const ITEM = 'imagesCollection.items.3'

/** Lists: a broken item costs itself. */
export const LIST_CASES: readonly BadContent[] = [
  gallery(
    'a link to an unpublished photograph',
    { [ITEM]: null },
    { 'images.3': OMITTED },
    'Gallery image number 4 omitted: the entry is null',
  ),
  gallery(
    'a text among the photographs',
    { [ITEM]: 'photograph' },
    { 'images.3': OMITTED },
    'Gallery image number 4 omitted: the entry is "photograph"',
  ),
  gallery(
    'a photograph without an id',
    { [`${ITEM}.sys`]: null },
    { 'images.3': OMITTED },
    'Gallery image number 4 omitted: sys is null',
  ),
  gallery(
    'the same photograph twice',
    { [`${ITEM}.sys.id`]: 'photo-001-station-low-valves' },
    { 'images.3': OMITTED },
    'Gallery image photo-001-station-low-valves is listed twice: shown once',
  ),
  {
    name: 'a partner without a logo',
    page: 'services',
    wrong: { 'affiliationsCollection.items.0.logo': null },
    shows: { 'affiliations.0': OMITTED },
    logs: ['Affiliation affiliation-contractorsafe-registry omitted: logo is null'],
  },
  {
    name: 'a partner of no kind',
    page: 'services',
    wrong: { 'affiliationsCollection.items.0.kind': null },
    shows: { 'affiliations.0': OMITTED },
    logs: ['Affiliation affiliation-contractorsafe-registry omitted: kind is null'],
  },
  {
    name: 'the same partner twice',
    page: 'services',
    wrong: { 'affiliationsCollection.items.1.sys.id': 'affiliation-contractorsafe-registry' },
    shows: { 'affiliations.1': OMITTED },
    logs: ['Affiliation affiliation-contractorsafe-registry is listed twice: shown once'],
  },
  {
    name: 'no partners',
    page: 'services',
    wrong: { 'affiliationsCollection.items': [] },
    shows: { affiliations: [] },
    logs: [],
  },
  {
    name: 'no list of panels',
    page: 'services',
    wrong: { panelsCollection: null },
    shows: { panels: [] },
    logs: [],
  },
  {
    name: 'a panel without a picture',
    page: 'services',
    wrong: { 'panelsCollection.items.1.image': null },
    shows: { 'panels.1': OMITTED },
    logs: ['Service panel panel-pipe-fabrication omitted: image is null'],
  },
  {
    name: 'a panel whose picture has no words',
    page: 'services',
    wrong: { 'panelsCollection.items.1.imageAlt': null },
    shows: { 'panels.1.photo.alt': '' },
    logs: ['Service panel panel-pipe-fabrication shown without invalid fields: imageAlt is null'],
  },
  {
    name: 'a stage without a label',
    page: 'mainline',
    wrong: { 'stagesCollection.items.0.label': null },
    shows: { 'stages.0': OMITTED },
    logs: ['Pipeline stage stage-01-clearing omitted: label is null'],
  },
  {
    name: 'a stage whose picture has no file',
    page: 'mainline',
    wrong: { 'stagesCollection.items.1.image.url': null },
    shows: { 'stages.1': OMITTED },
    logs: ['Pipeline stage stage-02-grading omitted: image.url is null'],
  },
  {
    name: 'a figure without a text',
    page: 'home',
    wrong: { 'factsCollection.items.0.text': null },
    shows: { 'facts.0': OMITTED },
    logs: ['Fact fact-miles omitted: text is null'],
  },
  {
    name: 'figures none of which has a text',
    page: 'home',
    wrong: { 'factsCollection.items': [null, { sys: { id: 'fact-miles' }, figure: '250+', unit: null, text: '' }] },
    shows: { facts: BUNDLED },
    logs: [
      'Fact number 1 omitted: the entry is null',
      'Fact fact-miles omitted: text is ""',
      'Fact: none of 2 items is valid: shown from the fallback',
    ],
  },
  {
    name: 'an item of the navigation that nobody switched on or off',
    page: 'site',
    wrong: { 'navigationCollection.items.2.isEnabled': null },
    shows: { 'navigation.2': OMITTED },
    logs: ['Navigation item nav-services omitted: isEnabled is null'],
  },
  {
    name: 'a navigation of nothing',
    page: 'site',
    wrong: { 'navigationCollection.items': [null] },
    shows: { navigation: BUNDLED },
    logs: [
      'Navigation item number 1 omitted: the entry is null',
      'Site settings: no valid navigation item: shown from the fallback',
    ],
  },
  {
    name: 'no small words',
    page: 'site',
    wrong: { interfaceTexts: null },
    shows: { interfaceTexts: BUNDLED },
    logs: ['Site settings site-settings shown with fallback values for invalid fields: interfaceTexts is null'],
  },
  {
    name: 'one of the small words gone',
    page: 'site',
    wrong: { 'interfaceTexts.close': null },
    shows: { 'interfaceTexts.close': BUNDLED },
    logs: ['Site settings site-settings shown with fallback values for invalid fields: interfaceTexts.close is null'],
  },
  {
    name: 'no logo of the company',
    page: 'site',
    wrong: { 'logo.url': null },
    shows: { logo: BUNDLED },
    logs: ['Site settings site-settings shown with fallback values for invalid fields: logo.url is null'],
  },
]
