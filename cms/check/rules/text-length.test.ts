import { expect, test } from 'vitest'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { createTestContent, runRule } from '#tests/setup/contentful/checked-content.ts'
import { checkTextLengths } from './text-length.ts'

const EMAIL = 'Write an e-mail address, as in office@company.com'
const contact = (fields: object) => createTestContent({ entries: { contact: ['contactPage', fields] } })

test.each([
  [
    { formTitle: `x\r${'x'.repeat(4_095)}` },
    'warning contact.formTitle: Form title has several lines but only one is shown: write it on one line',
    'warning contact.formTitle: Form title has 4,097 characters, more than the maximum of 60: shorten it',
  ],
  [{ formTitle: 'x'.repeat(60), mapLatitude: 90, email: null }],
  [{ email: 'x'.repeat(61) }, `error contact.email: Email is “${'x'.repeat(59)}…”. ${EMAIL}`],
  [{ email: 'x'.repeat(60) }, `error contact.email: Email is “${'x'.repeat(60)}”. ${EMAIL}`],
  [{ phone: '?' }, 'error contact.phone: Phone is “?”. Write only digits, spaces and the signs + ( ) . / -'],
  [{ mapLatitude: 97 }, 'error contact.mapLatitude: Map latitude is 97: enter a number from -90 to 90'],
  [{ mapLatitude: Number.NaN }, 'error contact.mapLatitude: Map latitude is not a number: enter one'],
  [{ mapLongitude: '12 W' }, 'error contact.mapLongitude: Map longitude is not a number: enter one'],
  [{ formTitle: 7 }, 'error contact.formTitle: Form title is not a text: enter one'],
])('reports %o', (fields, ...lines) => {
  expect(runRule(checkTextLengths, contact(fields))).toEqual(lines)
})

test('reports invalid video ids, focal points, choices and short descriptions', () => {
  const content = createTestContent({
    entries: {
      home: ['homePage', { filmId: 'vimeo' }],
      photo: ['galleryImage', { focalPoint: 'left', altText: 'x'.repeat(161) }],
      item: ['navigationItem', { route: '/no-such-page', isEnabled: 'yes' }],
      seo: ['seo', { description: 'Too short' }],
    },
  })
  expect(runRule(checkTextLengths, content)).toEqual([
    'error home.filmId: Film ID is “vimeo”. Write digits only, as in vimeo.com/313814309',
    'warning photo.altText: Alternative text has 161 characters, more than the maximum of 160: shorten it',
    'error photo.focalPoint: Focal point is “left”. Write two percentages with a space between, as in 30% 70%',
    `error item.route: Route is “/no-such-page”: choose one of ${SITE_PATHS.map((path) => `“${path}”`).join(', ')}`,
    'error item.isEnabled: Enabled is neither yes nor no: choose one',
    'warning seo.description: Description has 9 characters, fewer than the minimum of 50: write more',
  ])
})

test('ignores links, alternative texts and redirects, which other rules check', () => {
  const content = createTestContent({
    entries: {
      union: ['affiliation', { link: 'javascript:alert(1)' }],
      photo: ['galleryImage', { altText: 'x' }],
      away: ['redirect', { from: 'shop', to: '//shop.example.org', isPermanent: 'yes' }],
    },
  })
  expect(runRule(checkTextLengths, content)).toEqual([
    'error away.isPermanent: Permanent is neither yes nor no: choose one',
  ])
})
