import { afterAll, beforeAll, expect, test } from 'vitest'
import { GERMAN_LOCALE, publishContentTypes } from './complete-space.ts'
import { everyFieldAssetId, everyFieldEntries } from './every-field-model.ts'
import {
  catchApiError,
  createDraftEntry,
  publishAsset,
  startTestContentful,
  type TestContentful,
  toLink,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await local.client.locale.create({}, GERMAN_LOCALE)
  await publishContentTypes(local)
  await publishAsset(local, everyFieldAssetId)
})

afterAll(() => local[Symbol.asyncDispose]())

test('a value of every type comes back as it was sent, and is published', async () => {
  for (const { id, contentType, fields } of everyFieldEntries) {
    const sent = Object.entries(fields).map(([name, value]) => [name, { 'en-US': value }])
    const created = await createDraftEntry(local, contentType, id, fields)
    expect(created.fields).toEqual(Object.fromEntries(sent))
    await local.client.entry.publish({ entryId: id }, created)
    expect((await local.client.entry.get({ entryId: id })).fields).toEqual(created.fields)
  }
})

const text = (value: unknown, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
})
const node = (nodeType: string, content: readonly unknown[], data: object = {}) => ({ nodeType, data, content })
const story = (...content: unknown[]) => node('document', content)

test.each([
  ['body', 'x'.repeat(50_001), 'size', 'at most 50000'],
  ['count', 1.5, 'type', 'expected type: Integer'],
  ['count', '7', 'type', 'expected type: Integer'],
  ['rating', '2.5', 'type', 'expected type: Number'],
  ['open', 'yes', 'type', 'expected type: Boolean'],
  ['day', '06.05.2024', 'type', 'expected type: Date'],
  ['day', '2024-02-30', 'type', 'expected type: Date'],
  ['day', 1_714_979_280_000, 'type', 'expected type: Date'],
  ['data', 'text', 'type', 'expected type: Object'],
  ['place', { lat: 91, lon: 0 }, 'type', 'expected type: Location'],
  ['place', { lat: 51.5 }, 'type', 'expected type: Location'],
  ['words', 'red', 'type', 'expected type: Array'],
  ['words', ['red', 5], 'type', 'expected type: Symbol'],
  ['words', new Array(1_001).fill('x'), 'size', 'at most 1000'],
  ['picture', toLink('Entry', 'sparse'), 'type', 'expected type: Link'],
  ['picture', 'sparse', 'type', 'expected type: Link'],
  ['anything', toLink('Asset', everyFieldAssetId), 'type', 'expected type: Link'],
  ['several', [toLink('Asset', everyFieldAssetId)], 'type', 'expected type: Link'],
  ['story', 'A text', 'type', 'rich text document'],
  ['story', node('paragraph', []), 'in', ''],
  ['story', story(text('bare')), 'in', ''],
  ['story', story(node('marquee', [])), 'in', ''],
  ['story', story(node('paragraph', [text('a', 'blink')])), 'in', 'blink'],
  ['story', story(node('paragraph', [text(5)])), 'type', ''],
  ['story', story(node('paragraph', [node('hyperlink', [text('a')])])), 'required', 'uri'],
  ['story', story(node('embedded-entry-block', [], { target: toLink('Asset', 'a') })), 'in', ''],
  ['story', story(node('unordered-list', [node('paragraph', [text('a')])])), 'in', ''],
])('not even a draft holds in %s what is no such value (case %#)', async (field, value, name, words) => {
  const { status, details } = await catchApiError(
    createDraftEntry(local, 'everyField', 'never', { title: 'T', [field]: value }),
  )
  expect(status).toBe(422)
  expect(details?.errors?.[0]).toMatchObject({ name, path: expect.arrayContaining(['fields', field, 'en-US']) })
  expect(JSON.stringify(details)).toContain(words)
})

test('a rich text that points into another space is refused by name', async () => {
  const target = {
    sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn: 'crn:contentful:::content:spaces/a' },
  }
  const linked = createDraftEntry(local, 'everyField', 'never', {
    story: story(node('embedded-resource-block', [], { target })),
  })
  expect(await catchApiError(linked)).toMatchObject({
    status: 400,
    message: expect.stringContaining('embedded-resource-block'),
  })
})

test.each([
  '2024-05-06',
  '2024-05-06T07:08',
  '2024-05-06T07:08:09',
  '2024-05-06T07:08Z',
  '2024-05-06T07:08+02:00',
  '2024-05-06T07:08:09.123Z',
  '2024-05-06T07:08:09+02:00',
])('a date may be written as %s', async (day) => {
  const entry = await createDraftEntry(local, 'everyField', `day-${day.replace(/\W/g, '-')}`, { day })
  expect(entry.fields.day).toEqual({ 'en-US': day })
})

test('a field that the type does not have is another error than a value that does not fit', async () => {
  expect(await catchApiError(createDraftEntry(local, 'note', 'never', { nope: 'x' }))).toMatchObject({
    name: 'UnknownField',
    status: 422,
    details: { errors: [{ name: 'unknown', path: ['fields', 'nope'] }] },
  })
})

test.each([
  ['a language that the space does not have', 'greeting', { words: { 'fr-FR': 'Salut' } }, 'There is no locale'],
  [
    'another language than the default one where the field has one only',
    'note',
    { text: { 'de-DE': 'Text' } },
    'not localized',
  ],
])('%s is refused', async (_, contentTypeId, fields, words) => {
  const { status, details } = await catchApiError(
    local.client.entry.createWithId({ contentTypeId, entryId: 'never' }, { fields }),
  )
  expect(status).toBe(422)
  expect(JSON.stringify(details)).toContain(words)
})
