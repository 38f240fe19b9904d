import { findRuleViolations, parseValidations } from 'contentful-local/validation'
import { expect, test } from 'vitest'
import type { ContentType } from './field-definitions.ts'
import { type Model, model } from './model.gen.ts'

/** Returns the values that Contentful accepts in a field. */
function findAccepted(type: keyof Model, id: string, values: readonly string[]): readonly string[] {
  const { fields }: ContentType = model[type]
  const validations = parseValidations(fields[id]?.validations ?? [])
  expect(validations).not.toEqual([])
  return values.filter((value) => findRuleViolations(validations, { value }).length === 0)
}

test.each<[type: keyof Model, id: string, accepted: readonly string[], rejected: readonly string[]]>([
  ['affiliation', 'link', ['https://example.org'], ['http://example.org', 'example.org']],
  ['contactPage', 'captchaNotice', ['{privacy} {terms}', '{terms}, {privacy}'], ['{privacy}', '{terms}']],
  ['contactPage', 'email', ['office@company.com'], ['office', 'office@', 'the office@company.com']],
  ['contactPage', 'phone', ['(555) 0142', '+1 555.0142/3'], ['555014', '-5550142', 'call us', '5'.repeat(26)]],
  ['galleryImage', 'focalPoint', ['0% 100%', '30% 70%'], ['101% 20%', '30%', '30 70', 'left']],
  ['homePage', 'filmId', ['313814', '123456789012'], ['31381', '1234567890123', '31381430a']],
  ['interfaceTexts', 'photoCount', ['{count} photographs'], ['photographs', '{index}']],
  ['interfaceTexts', 'photoPosition', ['{index} of {count}', '{count}: {index}'], ['{index}', '{count}']],
  ['redirect', 'from', ['/brochure', '/old/a.html'], ['/', 'brochure', '//host', '/a?b', '/a#b', '/services']],
  [
    'redirect',
    'to',
    ['/', '/services/#a', 'https://a.example/b'],
    ['/gone', 'services', '//', '//?a', 'http://a.example'],
  ],
])('the rules of %s.%s tell right from wrong values', (type, id, accepted, rejected) => {
  expect(findAccepted(type, id, [...accepted, ...rejected])).toEqual(accepted)
})

/** The least and the most characters, items or degrees of fields. */
const LIMITS: Partial<Record<keyof Model, string>> = {
  affiliation: 'name 2–80, link 1–256',
  seo: 'title 1–70, description 50–160',
  videoHero: 'name 1–60, header 1–60, title 1–80, posterAlt 5–160',
  contactPage:
    'name 1–60, formTitle 1–60, formText 1–200, nameLabel 1–30, namePlaceholder 1–60, emailLabel 1–30, emailPlaceholder 1–60, messageLabel 1–30, messagePlaceholder 1–60, sendLabel 1–30, sendingLabel 1–30, captchaNotice 1–160, privacyLabel 1–40, termsLabel 1–40, rateLimitText 1–200, offlineText 1–200, sentTitle 1–60, sentText 1–120, officeTitle 1–40, officeStreet 1–80, officeCity 1–80, hoursTitle 1–40, hours 1–40, days 1–40, contactTitle 1–40, email 1–254, phone 1–25, mapLatitude -90–90, mapLongitude -180–180, mapLabel 1–60, mapImageAlt 5–160, directionsLabel 1–40',
  fact: 'figure 1–10, unit 1–15, text 1–120',
  galleryImage: 'altText 5–160, caption 1–160',
  galleryPage: 'name 1–60, gridTitle 1–60, images 1–1000',
  homePage: 'name 1–60, watchLabel 1–30, filmId 1–12, filmTitle 1–80, facts 0–4',
  interfaceTexts:
    'name 1–60, loading 1–40, skipToContent 1–40, mainNavigation 1–40, openMenu 1–40, closeMenu 1–40, pauseVideo 1–40, playVideo 1–40, videoUnsupported 1–120, videoFailed 1–120, watchOnVimeo 1–40, close 1–40, newTab 1–60, photoCount 1–60, previousPhoto 1–40, nextPhoto 1–40, photoPosition 1–60, allPhotos 1–40, zoomIn 1–40, zoomOut 1–40, photoFailed 1–120, pageUpdated 1–120, reload 1–40, offline 1–120',
  pipelineStage: 'label 1–40, imageAlt 5–160',
  mainlinePage:
    'name 1–60, tagline 1–60, title 1–60, headerImageAlt 5–160, scopeLabel 1–60, scopeTitle 1–80, scopeText 1–1200, stages 1–40, footerLine 1–160, homeTitle 1–40, homeText 1–1200',
  navigationItem: 'name 1–20',
  redirect: 'from 1–200, to 1–256',
  servicePanel: 'header 1–40, title 1–60, text 1–256, imageAlt 5–160, linkLabel 1–40',
  servicesPage: 'name 1–60, introTitle 1–80, introText 1–1200, panels 1–6, affiliationsTitle 1–40, affiliations 0–60',
  siteSettings:
    'companyName 1–60, shortName 1–30, tagline 1–80, navigation 1–8, exploreHeading 1–30, socialHeading 1–30, facebookUrl 1–256, linkedinUrl 1–256, copyright 1–120',
}

test('each text, number and list has its limits', () => {
  const limits = Object.values<ContentType>(model).flatMap(({ id, fields }) =>
    Object.entries(fields).flatMap(([name, { validations }]) =>
      parseValidations(validations).map(({ size, range = size }) => `${id}.${name} ${range?.min}–${range?.max}`),
    ),
  )
  const expected = Object.entries(LIMITS).flatMap(([id, text]) => text.split(', ').map((limit) => `${id}.${limit}`))
  expect(limits).toEqual(expect.arrayContaining(expected))
})
