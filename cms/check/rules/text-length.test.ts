import { expect, test } from 'vitest'
import { createTestContent, runRule } from '#cms/check/test-content.ts'
import { checkTextLengths } from './text-length.ts'

const contact = (fields: object) => createTestContent({ entries: { contact: ['contactPage', fields] } })

test('what fits its place is in order', () => {
  const fields = {
    email: 'office@blackland.example',
    phone: '(940) 555-0142',
    mapLatitude: 33.2,
    mapLongitude: -97.5,
    captchaNotice: 'See {privacy} and {terms}',
    formText: undefined,
  }
  expect(runRule(checkTextLengths, contact(fields))).toEqual([])
  const photo = { altText: 'Welder at dusk', focalPoint: '30% 70%' }
  expect(runRule(checkTextLengths, createTestContent({ entries: { photo: ['galleryImage', photo] } }))).toEqual([])
})

test.each([
  [{ formTitle: 'x'.repeat(4_096) }, 'should contact.formTitle: Form title has 4,096 characters, and place for 60'],
  [{ formTitle: 'Two\nlines' }, 'should contact.formTitle: Form title has several lines where there is place for one'],
  [{ email: 'office at home' }, 'broken contact.email: Email is “office at home”: An e-mail address'],
  [{ phone: 'call us' }, 'broken contact.phone: Phone is “call us”: Digits'],
  [{ mapLatitude: 97 }, 'broken contact.mapLatitude: Map latitude is 97: write a number from -90 to 90'],
  [{ mapLatitude: Number.NaN }, 'broken contact.mapLatitude: Map latitude is no number'],
  [{ mapLongitude: '12 W' }, 'broken contact.mapLongitude: Map longitude is no number'],
  [{ formTitle: 7 }, 'broken contact.formTitle: Form title is no text'],
])('%o is named', (fields, line) => {
  expect(runRule(checkTextLengths, contact(fields))).toEqual([expect.stringContaining(line)])
})

test('a film that is no number, a focal point in words, a choice that is none, and a search text that is short', () => {
  const content = createTestContent({
    entries: {
      home: ['homePage', { filmId: 'vimeo' }],
      photo: ['galleryImage', { focalPoint: 'left', altText: 'x'.repeat(161) }],
      item: ['navigationItem', { route: '/about', isEnabled: 'yes' }],
      seo: ['seo', { description: 'Too short' }],
    },
  })
  expect(runRule(checkTextLengths, content)).toEqual([
    'broken home.filmId: Film id is “vimeo”: Digits only, as in vimeo.com/313814309',
    'should photo.altText: Alt text has 161 characters, and place for 160: shorten it',
    'broken photo.focalPoint: Focal point is “left”: Two percentages with a space between, as in 30% 70%',
    expect.stringContaining('broken item.route: Route is “/about”: choose one of “/”, “/gallery”'),
    'broken item.isEnabled: Is enabled is neither yes nor no: choose one',
    'should seo.description: Description has 9 characters, and needs at least 50: say more',
  ])
})

test('links, alt texts and redirects have rules of their own', () => {
  const content = createTestContent({
    entries: {
      union: ['affiliation', { link: 'javascript:alert(1)' }],
      photo: ['galleryImage', { altText: 'x' }],
      away: ['redirect', { from: 'shop', to: '//shop.example.org' }],
    },
  })
  expect(runRule(checkTextLengths, content)).toEqual([])
})
