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
