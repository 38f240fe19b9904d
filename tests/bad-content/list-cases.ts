import { type BadContent, BUNDLED, LEFT_OUT } from './bad-content.ts'

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
    { 'images.3': LEFT_OUT },
    'Gallery image number 4 left out: the entry is null',
  ),
  gallery(
    'a text among the photographs',
    { [ITEM]: 'photograph' },
    { 'images.3': LEFT_OUT },
    'Gallery image number 4 left out: the entry is "photograph"',
  ),
  gallery(
    'a photograph without an id',
    { [`${ITEM}.sys`]: null },
    { 'images.3': LEFT_OUT },
    'Gallery image number 4 left out: sys is null',
  ),
  gallery(
    'the same photograph twice',
    { [`${ITEM}.sys.id`]: 'photo-001-station-low-valves' },
    { 'images.3': LEFT_OUT },
    'Gallery image photo-001-station-low-valves stands there twice: shown once',
  ),
  {
    name: 'a partner without a logo',
    page: 'services',
    wrong: { 'affiliationsCollection.items.0.logo': null },
    shows: { 'affiliations.0': LEFT_OUT },
    logs: ['Affiliation affiliation-contractorsafe-registry left out: logo is null'],
  },
  {
    name: 'a partner of no kind',
    page: 'services',
    wrong: { 'affiliationsCollection.items.0.kind': null },
    shows: { 'affiliations.0': LEFT_OUT },
    logs: ['Affiliation affiliation-contractorsafe-registry left out: kind is null'],
  },
  {
    name: 'the same partner twice',
    page: 'services',
    wrong: { 'affiliationsCollection.items.1.sys.id': 'affiliation-contractorsafe-registry' },
    shows: { 'affiliations.1': LEFT_OUT },
    logs: ['Affiliation affiliation-contractorsafe-registry stands there twice: shown once'],
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
    shows: { 'panels.1': LEFT_OUT },
    logs: ['Service panel panel-pipe-fabrication left out: image is null'],
  },
  {
    name: 'a panel whose picture has no words',
    page: 'services',
    wrong: { 'panelsCollection.items.1.imageAlt': null },
    shows: { 'panels.1.photo.alt': '' },
    logs: ['Service panel panel-pipe-fabrication shown without what is wrong: imageAlt is null'],
  },
  {
    name: 'a stage without a label',
    page: 'mainline',
    wrong: { 'stagesCollection.items.0.label': null },
    shows: { 'stages.0': LEFT_OUT },
    logs: ['Pipeline stage stage-01-clearing left out: label is null'],
  },
  {
    name: 'a stage whose picture has no file',
    page: 'mainline',
    wrong: { 'stagesCollection.items.1.image.url': null },
    shows: { 'stages.1': LEFT_OUT },
    logs: ['Pipeline stage stage-02-grading left out: image.url is null'],
  },
  {
    name: 'a figure without a text',
    page: 'home',
    wrong: { 'factsCollection.items.0.text': null },
    shows: { 'facts.0': LEFT_OUT },
    logs: ['Fact fact-miles left out: text is null'],
  },
  {
    name: 'figures none of which has a text',
    page: 'home',
    wrong: { 'factsCollection.items': [null, { sys: { id: 'fact-miles' }, figure: '250+', unit: null, text: '' }] },
    shows: { facts: BUNDLED },
    logs: [
      'Fact number 1 left out: the entry is null',
      'Fact fact-miles left out: text is ""',
      'Fact: not one of 2 can be shown: the bundled ones stand in',
    ],
  },
  {
    name: 'an item of the navigation that nobody switched on or off',
    page: 'site',
    wrong: { 'navigationCollection.items.2.isEnabled': null },
    shows: { 'navigation.2': LEFT_OUT },
    logs: ['Navigation item nav-services left out: isEnabled is null'],
  },
  {
    name: 'a navigation of nothing',
    page: 'site',
    wrong: { 'navigationCollection.items': [null] },
    shows: { navigation: BUNDLED },
    logs: [
      'Navigation item number 1 left out: the entry is null',
      'Site settings: no navigation item that can be shown: the bundled ones stand in',
    ],
  },
  {
    name: 'no small words',
    page: 'site',
    wrong: { interfaceTexts: null },
    shows: { interfaceTexts: BUNDLED },
    logs: ['Site settings site-settings shown with the bundled in place of what is wrong: interfaceTexts is null'],
  },
  {
    name: 'one of the small words gone',
    page: 'site',
    wrong: { 'interfaceTexts.close': null },
    shows: { 'interfaceTexts.close': BUNDLED },
    logs: [
      'Site settings site-settings shown with the bundled in place of what is wrong: interfaceTexts.close is null',
    ],
  },
  {
    name: 'no logo of the company',
    page: 'site',
    wrong: { 'logo.url': null },
    shows: { logo: BUNDLED },
    logs: ['Site settings site-settings shown with the bundled in place of what is wrong: logo.url is null'],
  },
]
