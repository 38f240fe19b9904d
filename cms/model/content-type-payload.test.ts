import { expect, test } from 'vitest'
import { toContentTypePayload, toEditorControls, toEditorTabs } from './content-type-payload.ts'
import {
  booleanField,
  type ContentType,
  dateField,
  defineContentType,
  type Field,
  lineField,
  listField,
} from './field-definitions.ts'
import { model } from './model.gen.ts'

const types = Object.values<ContentType>(model)

test('fields have names of words that editors know', () => {
  const names = types.flatMap((type) => toContentTypePayload(type).fields.map(({ name }) => name))
  expect(names).toEqual(expect.arrayContaining(['Alternative text of the header image', 'Film ID', 'SEO', 'Enabled']))
  expect(names.filter((name) => /\b(alt|url|seo|id|is)\b/.test(name) || /^(Alt|Url|Seo|Id|Is)\b/.test(name))).toEqual(
    [],
  )
})

test('tabs contain all fields in their order, and those that only the space has in the first one', () => {
  const { editorLayout = [], groupControls } = toEditorTabs(model.contactPage, ['own']) ?? {}
  expect(editorLayout.map(({ name }) => name)).toEqual(['Page', 'Form', 'Messages', 'Office', 'Map'])
  const ids = editorLayout.flatMap(({ items }) => items.flatMap((item) => ('fieldId' in item ? item.fieldId : [])))
  expect(ids.filter((id) => id !== 'own')).toEqual(Object.keys(model.contactPage.fields))
  expect(editorLayout[0]?.items.at(-1)).toEqual({ fieldId: 'own' })
  const control = { widgetNamespace: 'builtin', widgetId: 'topLevelTab' }
  expect(groupControls).toEqual(editorLayout.map(({ groupId }) => ({ groupId, ...control })))
})

// contentful-migration rejects more (lib/utils/editor-layout.js, MAX_TABS and MIN_GROUPS).
test('a content type has no tabs, or 2 to 5', () => {
  const counts = types.flatMap((type) => toEditorTabs(type, [])?.editorLayout.length ?? [])
  expect(counts.filter((count) => count < 2 || count > 5)).toEqual([])
})

const help = 'Help.'

/** Defines a content type with a title and other fields. */
const defineOpening = (fields: Readonly<Record<string, Field>>) =>
  defineContentType({
    id: 'opening',
    name: 'Opening',
    description: 'A job.',
    title: 'title',
    fields: { title: lineField({ help }), ...fields },
  })

test('dates and lists of lines have the types and controls of Contentful', () => {
  const type = defineOpening({
    closesOn: dateField({ label: 'Closing date', help }),
    skills: listField('line', { help, max: 9 }),
  })
  const { displayField, fields } = toContentTypePayload(type)
  const [, date, list, marks] = fields
  expect(displayField).toBe('title')
  expect(marks).toMatchObject({ id: 'seedMarks', required: false, disabled: true, omitted: true })
  expect(date).toMatchObject({ name: 'Closing date', type: 'Date', required: true, validations: [] })
  expect(list).toMatchObject({
    type: 'Array',
    required: false,
    validations: [{ size: { min: 0, max: 9 } }],
    items: { type: 'Symbol', validations: [{ size: { min: 1, max: 256 } }] },
  })
  const controls = toEditorControls(type).map(({ widgetId, settings }) => [widgetId, settings])
  expect(controls).toEqual([
    ['singleLine', { helpText: help }],
    ['datePicker', { helpText: help, format: 'dateonly' }],
    ['tagEditor', { helpText: help }],
  ])
})

test('a default value is that of the locale of the site, and fields without one have none', () => {
  const type = defineOpening({
    isOpen: booleanField({ help, defaultValue: false }),
    isFar: booleanField({ help }),
  })
  const defaults = toContentTypePayload(type).fields.map(({ id, defaultValue }) => [id, defaultValue])
  expect(defaults.slice(0, 3)).toEqual([
    ['title', undefined],
    ['isOpen', { 'en-US': false }],
    ['isFar', undefined],
  ])
})
