import { expect, test } from 'vitest'
import { toContentTypePayload } from './content-type-payload.ts'
import type { ContentType } from './field-definitions.ts'
import { model } from './model.gen.ts'

const types = Object.values<ContentType>(model)

test('fields have names of words that editors know', () => {
  const names = types.flatMap((type) => toContentTypePayload(type).fields.map(({ name }) => name))
  expect(names).toEqual(expect.arrayContaining(['Alternative text of the header image', 'Film ID', 'SEO', 'Enabled']))
  expect(names.filter((name) => /\b(alt|url|seo|id|is)\b/.test(name) || /^(Alt|Url|Seo|Id|Is)\b/.test(name))).toEqual(
    [],
  )
})

test('no help text names a maximum size, which its field has as a rule', () => {
  const helpTexts = types.flatMap(({ fields }) => Object.values(fields).map(({ help }) => help))
  expect(helpTexts.filter((help) => /at most \d+ MB/.test(help))).toEqual([])
})
