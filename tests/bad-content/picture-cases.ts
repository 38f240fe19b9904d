import { type BadContent, BUNDLED, OMITTED } from './bad-content.ts'

const POSTER = 'Home page home-page shown with fallback values for invalid fields:'
const poster = (name: string, wrong: BadContent['wrong'], log: string): BadContent => ({
  name: `a poster ${name}`,
  page: 'home',
  wrong,
  shows: { 'hero.poster': BUNDLED },
  logs: [`${POSTER} ${log}`],
})

const PHOTO = 'Gallery image photo-007-spool-yard-above'
const photo = (name: string, wrong: BadContent['wrong'], log: string): BadContent => ({
  name: `a photograph ${name}`,
  page: 'gallery',
  wrong: Object.fromEntries(
    Object.entries(wrong).map(([place, value]) => [`imagesCollection.items.6.${place}`, value]),
  ),
  shows: { 'images.6': OMITTED },
  logs: [`${PHOTO} omitted: ${log}`],
})

/** Pictures: a page's own comes from the seed with its words, one of many is left out. */
export const PICTURE_CASES: readonly BadContent[] = [
  poster('that is unpublished', { 'hero.poster': null }, 'hero.poster is null'),
  poster('without its file', { 'hero.poster.url': null }, 'hero.poster.url is null'),
  poster('without a width', { 'hero.poster.width': null }, 'hero.poster.width is null'),
  poster('without height', { 'hero.poster.height': 0 }, 'hero.poster.height is 0'),
  poster(
    'that is a document',
    { 'hero.poster.width': null, 'hero.poster.height': null },
    'hero.poster.width is null, hero.poster.height is null',
  ),
  poster('of a script', { 'hero.poster.url': 'javascript:alert(1)' }, 'hero.poster.url is "javascript:alert(1)"'),
  {
    name: 'a poster without its words',
    page: 'home',
    wrong: { 'hero.posterAlt': null },
    shows: { 'hero.poster.alt': '' },
    logs: ['Home page home-page shown without invalid fields: hero.posterAlt is null'],
  },
  {
    name: 'a focal point that is a fruit',
    page: 'home',
    wrong: { 'hero.focalPoint': 'banana' },
    shows: {},
    logs: ['Home page home-page shown without invalid fields: hero.focalPoint is "banana"'],
  },
  {
    name: 'a focal point outside of the picture',
    page: 'mainline',
    wrong: { focalPoint: '130% 20%' },
    shows: {},
    logs: ['Mainline page mainline-page shown without invalid fields: focalPoint is "130% 20%"'],
  },
  {
    name: 'no header picture',
    page: 'mainline',
    wrong: { headerImage: null },
    shows: { header: BUNDLED },
    logs: ['Mainline page mainline-page shown with fallback values for invalid fields: headerImage is null'],
  },
  {
    name: 'a header picture at an address without a protocol',
    page: 'mainline',
    wrong: { 'headerImage.url': '//images.example/a.jpg' },
    shows: { header: BUNDLED },
    logs: [
      'Mainline page mainline-page shown with fallback values for invalid fields: headerImage.url is "//images.example/a.jpg"',
    ],
  },
  photo('that is unpublished', { photo: null }, 'photo is null'),
  photo('without its file', { 'photo.url': null }, 'photo.url is null'),
  photo('without a size', { 'photo.width': null }, 'photo.width is null'),
  photo('of negative height', { 'photo.height': -3 }, 'photo.height is -3'),
  photo('in its own address', { 'photo.url': 'data:image/png;base64,AA' }, 'photo.url is "data:image/png;base64,AA"'),
  photo('without words', { altText: null }, 'altText is null'),
  {
    name: 'a photograph with a caption of spaces',
    page: 'gallery',
    wrong: { 'imagesCollection.items.6.caption': '  ' },
    shows: {},
    logs: [`${PHOTO} shown without invalid fields: caption is "  "`],
  },
  {
    name: 'a photograph with a focal point in words',
    page: 'gallery',
    wrong: { 'imagesCollection.items.6.focalPoint': 'left top' },
    shows: {},
    logs: [`${PHOTO} shown without invalid fields: focalPoint is "left top"`],
  },
  {
    name: 'a logo whose drawing names no size',
    page: 'services',
    wrong: { 'affiliationsCollection.items.0.logo.width': null, 'affiliationsCollection.items.0.logo.height': null },
    shows: { 'affiliations.0.logo.width': 180, 'affiliations.0.logo.height': 90 },
    logs: [],
  },
]
