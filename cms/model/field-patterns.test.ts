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

test.each<[keyof Model, string, { readonly accepts: readonly string[]; readonly rejects: readonly string[] }]>([
  ['affiliation', 'link', { accepts: ['https://example.org'], rejects: ['http://example.org', 'example.org'] }],
  [
    'contactPage',
    'captchaNotice',
    { accepts: ['{privacy} {terms}', '{terms}, {privacy}'], rejects: ['{privacy}', '{terms}'] },
  ],
  [
    'contactPage',
    'email',
    { accepts: ['office@company.com'], rejects: ['office', 'office@', 'the office@company.com'] },
  ],
  [
    'contactPage',
    'phone',
    { accepts: ['(555) 0142', '+1 555.0142/3', '5550142'], rejects: ['555014', '-5550142', 'call us', '5'.repeat(26)] },
  ],
  ['galleryImage', 'focalPoint', { accepts: ['0% 100%', '30% 70%'], rejects: ['101% 20%', '30%', '30 70', 'left'] }],
  ['homePage', 'filmId', { accepts: ['313814', '123456789012'], rejects: ['31381', '1234567890123', '31381430a'] }],
  ['interfaceTexts', 'photoCount', { accepts: ['{count} photographs'], rejects: ['photographs', '{index}'] }],
  [
    'interfaceTexts',
    'photoPosition',
    { accepts: ['{index} of {count}', '{count}: {index}'], rejects: ['{index}', '{count}'] },
  ],
  [
    'redirect',
    'from',
    { accepts: ['/brochure', '/old/a.html'], rejects: ['/', 'brochure', '//host', '/a?b', '/a#b', '/services'] },
  ],
  [
    'redirect',
    'to',
    {
      accepts: ['/', '/services', '/services/#a', 'https://a.example/b'],
      rejects: ['/gone', 'services', 'http://a.example'],
    },
  ],
])('the rules of %s.%s tell right from wrong values', (type, id, { accepts, rejects }) => {
  expect(findAccepted(type, id, [...accepts, ...rejects])).toEqual(accepts)
})
