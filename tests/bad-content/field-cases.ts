import { settings } from '#src/settings.ts'
import { type BadContent, BUNDLED } from './bad-content.ts'

const createHomeCase = (
  name: string,
  changes: BadContent['changes'],
  expectedChanges: BadContent['expectedChanges'],
  log: string,
): BadContent => ({
  name,
  page: 'home',
  changes,
  expectedChanges,
  logs: [`Home page home-page shown ${log}`],
})
const WITH_FALLBACK = 'with fallback values for invalid fields:'
const WITHOUT_FIELDS = 'without invalid fields:'

/** Invalid fields of a page: required fields fall back to the seed, optional ones are omitted. */
export const FIELD_CASES: readonly BadContent[] = [
  createHomeCase('no hero', { hero: null }, { hero: BUNDLED }, `${WITH_FALLBACK} hero is null`),
  createHomeCase(
    'a title of spaces',
    { 'hero.title': ' \n ' },
    { 'hero.title': BUNDLED },
    `${WITH_FALLBACK} hero.title is " \\n "`,
  ),
  createHomeCase(
    'a title of invisible characters',
    { 'hero.title': '\u200b\u2060\ufeff' },
    { 'hero.title': BUNDLED },
    `${WITH_FALLBACK} hero.title is "\u200b\u2060\ufeff"`,
  ),
  createHomeCase(
    'no video',
    { 'hero.videoFile': null },
    { 'hero.videoFile': BUNDLED, 'hero.phoneSources': BUNDLED },
    `${WITH_FALLBACK} hero.videoFile is null`,
  ),
  createHomeCase(
    'a video without its file',
    { 'hero.videoFile.url': null },
    { 'hero.videoFile': BUNDLED, 'hero.phoneSources': BUNDLED },
    `${WITH_FALLBACK} hero.videoFile.url is null`,
  ),
  createHomeCase(
    'a video id of letters',
    { filmId: 'abc' },
    { filmId: settings.companyVideoId },
    `${WITHOUT_FIELDS} filmId is "abc"`,
  ),
  {
    name: 'no video id',
    page: 'home',
    changes: { filmId: null },
    expectedChanges: { filmId: settings.companyVideoId },
    logs: [],
  },
  createHomeCase('no SEO entry', { seo: null }, { seo: BUNDLED }, `${WITH_FALLBACK} seo is null`),
  createHomeCase(
    'a text instead of a boolean',
    { 'seo.noIndex': 'yes' },
    { 'seo.noIndex': undefined },
    `${WITHOUT_FIELDS} seo.noIndex is "yes"`,
  ),
  createHomeCase(
    'a share image without its file',
    { 'seo.shareImage.url': null },
    { 'seo.shareImage': undefined },
    `${WITHOUT_FIELDS} seo.shareImage.url is null`,
  ),
  {
    name: 'an entry in another locale only',
    page: 'home',
    changes: { seo: null, hero: null, watchLabel: null, filmId: null, filmTitle: null, factsCollection: null },
    expectedChanges: {
      seo: BUNDLED,
      hero: BUNDLED,
      watchLabel: BUNDLED,
      filmId: settings.companyVideoId,
      filmTitle: BUNDLED,
      facts: [],
    },
    logs: [
      `Home page home-page shown ${WITH_FALLBACK} seo is null, hero is null, watchLabel is null, filmTitle is null`,
    ],
  },
  {
    name: 'no gallery title',
    page: 'gallery',
    changes: { gridTitle: null },
    expectedChanges: { gridTitle: BUNDLED },
    logs: [`Gallery page gallery-page shown ${WITH_FALLBACK} gridTitle is null`],
  },
  {
    name: 'an unknown dialog',
    page: 'gallery',
    changes: { photoDialog: 'carousel' },
    expectedChanges: { photoDialog: BUNDLED },
    logs: [`Gallery page gallery-page shown ${WITH_FALLBACK} photoDialog is "carousel"`],
  },
  {
    name: 'an introduction of empty lines',
    page: 'services',
    changes: { introText: '\n\n\n' },
    expectedChanges: { introText: BUNDLED },
    logs: [`Services page services-page shown ${WITH_FALLBACK} introText is "\\n\\n\\n"`],
  },
]
