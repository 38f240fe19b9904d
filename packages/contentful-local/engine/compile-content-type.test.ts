import { expect, test } from 'vitest'
import type { ContentTypeDefinition } from '#local/shared/content-type-definition.ts'
import { compileContentType } from './compile-content-type.ts'

const definition: ContentTypeDefinition = {
  id: 'album',
  name: 'Album',
  fields: [
    { id: 'title', name: 'Title', type: 'Symbol', localized: true },
    { id: 'cover', name: 'Cover', type: 'Link', linkType: 'Asset' },
    { id: 'words', name: 'Words', type: 'Array', items: { type: 'Symbol' } },
    { id: 'place', name: 'Place', type: 'Location' },
  ],
}

test('validates drafts by type and locale, and ignores null', () => {
  const locale = { fallbackCode: null, optional: true, contentDeliveryApi: true, contentManagementApi: true }
  const locales = [
    { ...locale, name: 'English', code: 'en', default: true },
    { ...locale, name: 'German', code: 'de', default: false },
  ]
  const { validateDraft, findUnknownFields } = compileContentType(definition)
  expect(validateDraft({ title: { en: 'A', de: null }, words: { en: [] } }, locales)).toEqual([])
  expect(
    validateDraft({ title: { fr: 'A' }, words: { de: ['a'], en: 'a' }, place: 'here', cover: { en: 5 } }, locales),
  ).toMatchObject([
    { name: 'unknown', path: ['fields', 'title', 'fr'], details: 'There is no locale "fr"' },
    { name: 'type', path: ['fields', 'cover', 'en'], type: 'Link' },
    { name: 'unknown', path: ['fields', 'words', 'de'], details: expect.stringContaining('is not localized') },
    {
      name: 'type',
      path: ['fields', 'words', 'en'],
      type: 'Array',
      value: 'a',
      details: 'The type of "value" is incorrect, expected type: Array',
    },
    { name: 'type', path: ['fields', 'place'], type: 'Object' },
  ])
  expect(findUnknownFields({ title: {}, toString: {}, nope: {} })).toMatchObject([
    { path: ['fields', 'toString'] },
    { path: ['fields', 'nope'] },
  ])
})
