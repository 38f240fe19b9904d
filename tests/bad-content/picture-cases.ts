import { type BadContent, BUNDLED, OMITTED } from './bad-content.ts'

const POSTER = 'Home page home-page shown with fallback values for invalid fields:'
const createPosterCase = (name: string, changes: BadContent['changes'], log: string): BadContent => ({
  name: `a poster ${name}`,
  page: 'home',
  changes,
  expectedChanges: { 'hero.poster': BUNDLED, 'hero.shareImage': BUNDLED },
  logs: [`${POSTER} ${log}`],
})

const PHOTO = 'Gallery image photo-007-spool-yard-above'
const createPhotoCase = (name: string, changes: BadContent['changes'], log: string): BadContent => ({
  name: `a photo ${name}`,
  page: 'gallery',
  changes: Object.fromEntries(
    Object.entries(changes).map(([path, value]) => [`imagesCollection.items.6.${path}`, value]),
  ),
  expectedChanges: { 'images.6': OMITTED },
  logs: [`${PHOTO} omitted: ${log}`],
})

/** Pictures: invalid pictures of a page fall back to the seed, those in lists are omitted. */
export const PICTURE_CASES: readonly BadContent[] = [
  createPosterCase('that is unpublished', { 'hero.poster': null }, 'hero.poster is null'),
  createPosterCase('without its file', { 'hero.poster.url': null }, 'hero.poster.url is null'),
  createPosterCase('without a width', { 'hero.poster.width': null }, 'hero.poster.width is null'),
  createPosterCase(
    'with a javascript: URL',
    { 'hero.poster.url': 'javascript:alert(1)' },
    'hero.poster.url is "javascript:alert(1)"',
  ),
  {
    name: 'a poster without alt text',
    page: 'home',
    changes: { 'hero.posterAlt': null },
    expectedChanges: { 'hero.poster.alt': '', 'hero.shareImage.alt': '' },
    logs: ['Home page home-page shown without invalid fields: hero.posterAlt is null'],
  },
  {
    name: 'a focal point that is a word',
    page: 'home',
    changes: { 'hero.focalPoint': 'banana' },
    expectedChanges: {},
    logs: ['Home page home-page shown without invalid fields: hero.focalPoint is "banana"'],
  },
  {
    name: 'a focal point outside of the picture',
    page: 'mainline',
    changes: { focalPoint: '130% 20%' },
    expectedChanges: {},
    logs: ['Mainline page mainline-page shown without invalid fields: focalPoint is "130% 20%"'],
  },
  {
    name: 'no header picture',
    page: 'mainline',
    changes: { headerImage: null },
    expectedChanges: { hero: BUNDLED },
    logs: ['Mainline page mainline-page shown with fallback values for invalid fields: headerImage is null'],
  },
  {
    name: 'a header picture with a URL without a protocol',
    page: 'mainline',
    changes: { 'headerImage.url': '//images.example/a.jpg' },
    expectedChanges: { hero: BUNDLED },
    logs: [
      'Mainline page mainline-page shown with fallback values for invalid fields: headerImage.url is "//images.example/a.jpg"',
    ],
  },
  createPhotoCase('that is unpublished', { photo: null }, 'photo is null'),
  createPhotoCase('without its file', { 'photo.url': null }, 'photo.url is null'),
  createPhotoCase(
    'with a data: URL',
    { 'photo.url': 'data:image/png;base64,AA' },
    'photo.url is "data:image/png;base64,AA"',
  ),
  createPhotoCase('without alt text', { altText: null }, 'altText is null'),
  {
    name: 'a photo with a caption of spaces',
    page: 'gallery',
    changes: { 'imagesCollection.items.6.caption': '  ' },
    expectedChanges: {},
    logs: [`${PHOTO} shown without invalid fields: caption is "  "`],
  },
  {
    name: 'a photo with a focal point in words',
    page: 'gallery',
    changes: { 'imagesCollection.items.6.focalPoint': 'left top' },
    expectedChanges: {},
    logs: [`${PHOTO} shown without invalid fields: focalPoint is "left top"`],
  },
  {
    name: 'a logo SVG without a size',
    page: 'services',
    changes: { 'affiliationsCollection.items.0.logo.width': null, 'affiliationsCollection.items.0.logo.height': null },
    expectedChanges: { 'affiliations.0.logo.width': 180, 'affiliations.0.logo.height': 90 },
    logs: [],
  },
]
