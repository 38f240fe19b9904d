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

test('stores, returns and publishes values of all field types unchanged', async () => {
  for (const { id, contentType, fields } of everyFieldEntries) {
    const sentFields = Object.entries(fields).map(([name, value]) => [name, { 'en-US': value }])
    const created = await createDraftEntry(local, contentType, id, fields)
    expect(created.fields).toEqual(Object.fromEntries(sentFields))
    await local.client.entry.publish({ entryId: id }, created)
    expect((await local.client.entry.get({ entryId: id })).fields).toEqual(created.fields)
  }
})

const createText = (value: unknown, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
})
const createNode = (nodeType: string, content: readonly unknown[], data: object = {}) => ({ nodeType, data, content })
const createStory = (...content: unknown[]) => createNode('document', content)

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
  ['story', createNode('paragraph', []), 'in', ''],
  ['story', createStory(createText('bare')), 'in', ''],
  ['story', createStory(createNode('marquee', [])), 'in', ''],
  ['story', createStory(createNode('paragraph', [createText('a', 'blink')])), 'in', 'blink'],
  ['story', createStory(createNode('paragraph', [createText(5)])), 'type', ''],
  ['story', createStory(createNode('paragraph', [createNode('hyperlink', [createText('a')])])), 'required', 'uri'],
  ['story', createStory(createNode('embedded-entry-block', [], { target: toLink('Asset', 'a') })), 'in', ''],
  ['story', createStory(createNode('unordered-list', [createNode('paragraph', [createText('a')])])), 'in', ''],
])('rejects an invalid value for %s in a draft (case %#)', async (field, value, name, expectedText) => {
  const { status, details } = await catchApiError(
    createDraftEntry(local, 'everyField', 'never', { title: 'T', [field]: value }),
  )
  expect(status).toBe(422)
  expect(details?.errors?.[0]).toMatchObject({ name, path: expect.arrayContaining(['fields', field, 'en-US']) })
  expect(JSON.stringify(details)).toContain(expectedText)
})

test('rejects rich text with a link to another space, and names the node type', async () => {
  const target = {
    sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn: 'crn:contentful:::content:spaces/a' },
  }
  const linked = createDraftEntry(local, 'everyField', 'never', {
    story: createStory(createNode('embedded-resource-block', [], { target })),
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
])('accepts the date format %s', async (day) => {
  const entry = await createDraftEntry(local, 'everyField', `day-${day.replace(/\W/g, '-')}`, { day })
  expect(entry.fields.day).toEqual({ 'en-US': day })
})

test('responds UnknownField for a field that the content type does not have', async () => {
  expect(await catchApiError(createDraftEntry(local, 'note', 'never', { nope: 'x' }))).toMatchObject({
    name: 'UnknownField',
    status: 422,
    details: { errors: [{ name: 'unknown', path: ['fields', 'nope'] }] },
  })
})

test.each([
  ['a value in an unknown locale', 'greeting', { words: { 'fr-FR': 'Salut' } }, 'There is no locale'],
  [
    'a value in another locale for a field that is not localized',
    'note',
    { text: { 'de-DE': 'Text' } },
    'not localized',
  ],
])('rejects %s', async (_, contentTypeId, fields, expectedText) => {
  const { status, details } = await catchApiError(
    local.client.entry.createWithId({ contentTypeId, entryId: 'never' }, { fields }),
  )
  expect(status).toBe(422)
  expect(JSON.stringify(details)).toContain(expectedText)
})
