import { settings } from '#src/settings.ts'
import { type BadContent, BUNDLED } from './bad-content.ts'

const home = (name: string, wrong: BadContent['wrong'], shows: BadContent['shows'], log: string): BadContent => ({
  name,
  page: 'home',
  wrong,
  shows,
  logs: [`Home page home-page shown ${log}`],
})
const bundled = 'with fallback values for invalid fields:'
const without = 'without invalid fields:'

/** Fields of a page: what it needs comes from the seed, what it does not need goes. */
export const FIELD_CASES: readonly BadContent[] = [
  home('no hero', { hero: null }, { hero: BUNDLED }, `${bundled} hero is null`),
  home('a hero without its title', { 'hero.title': null }, { 'hero.title': BUNDLED }, `${bundled} hero.title is null`),
  home('a title of spaces', { 'hero.title': ' \n ' }, { 'hero.title': BUNDLED }, `${bundled} hero.title is " \\n "`),
  home(
    'a title that nobody can see',
    { 'hero.title': '\u200b\u2060\ufeff' },
    { 'hero.title': BUNDLED },
    `${bundled} hero.title is "\u200b\u2060\ufeff"`,
  ),
  home('a title that is a number', { 'hero.title': 7 }, { 'hero.title': BUNDLED }, `${bundled} hero.title is 7`),
  home('no header', { 'hero.header': null }, { 'hero.header': BUNDLED }, `${bundled} hero.header is null`),
  home('no film', { 'hero.videoFile': null }, { 'hero.videoFile': BUNDLED }, `${bundled} hero.videoFile is null`),
  home(
    'a film without its file',
    { 'hero.videoFile.url': null },
    { 'hero.videoFile': BUNDLED },
    `${bundled} hero.videoFile.url is null`,
  ),
  home('no label', { watchLabel: null }, { watchLabel: BUNDLED }, `${bundled} watchLabel is null`),
  home('no name of the film', { filmTitle: '' }, { filmTitle: BUNDLED }, `${bundled} filmTitle is ""`),
  home(
    'two fields at once',
    { watchLabel: null, 'hero.header': null },
    { watchLabel: BUNDLED, 'hero.header': BUNDLED },
    `${bundled} hero.header is null, watchLabel is null`,
  ),
  home('a film’s id of letters', { filmId: 'abc' }, { filmId: settings.companyVideoId }, `${without} filmId is "abc"`),
  home('no film’s id', { filmId: null }, { filmId: settings.companyVideoId }, `${without} filmId is null`),
  home('no words for search engines', { seo: null }, { seo: BUNDLED }, `${bundled} seo is null`),
  home('no title for search engines', { 'seo.title': null }, { 'seo.title': BUNDLED }, `${bundled} seo.title is null`),
  home(
    'a word in place of yes or no',
    { 'seo.noIndex': 'yes' },
    { 'seo.noIndex': undefined },
    `${without} seo.noIndex is "yes"`,
  ),
  home(
    'a shared picture without its file',
    { 'seo.shareImage.url': null },
    { 'seo.shareImage': undefined },
    `${without} seo.shareImage.url is null`,
  ),
  {
    name: 'an entry in another language alone',
    page: 'home',
    wrong: { seo: null, hero: null, watchLabel: null, filmId: null, filmTitle: null, factsCollection: null },
    shows: {
      seo: BUNDLED,
      hero: BUNDLED,
      watchLabel: BUNDLED,
      filmId: settings.companyVideoId,
      filmTitle: BUNDLED,
      facts: [],
    },
    logs: [
      `Home page home-page shown ${without} filmId is null`,
      `Home page home-page shown ${bundled} seo is null, hero is null, watchLabel is null, filmTitle is null`,
    ],
  },
  {
    name: 'no title over the photographs',
    page: 'gallery',
    wrong: { gridTitle: null },
    shows: { gridTitle: BUNDLED },
    logs: [`Gallery page gallery-page shown ${bundled} gridTitle is null`],
  },
  {
    name: 'a dialog that nobody built',
    page: 'gallery',
    wrong: { photoDialog: 'carousel' },
    shows: { photoDialog: 'full screen' },
    logs: [`Gallery page gallery-page shown ${without} photoDialog is "carousel"`],
  },
  {
    name: 'an introduction of empty lines',
    page: 'services',
    wrong: { introText: '\n\n\n' },
    shows: { introText: BUNDLED },
    logs: [`Services page services-page shown ${bundled} introText is "\\n\\n\\n"`],
  },
  {
    name: 'no scope',
    page: 'mainline',
    wrong: { scopeText: null },
    shows: { scopeText: BUNDLED },
    logs: [`Mainline page mainline-page shown ${bundled} scopeText is null`],
  },
]
