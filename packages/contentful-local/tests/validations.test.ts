import { expect, test } from 'vitest'
import { createContentfulClient } from './delivery-space.ts'
import { createNode, createText, everyFieldAssetId, everyFieldEntries, publishEveryField } from './every-field-model.ts'
import {
  catchApiError,
  createDraftEntry,
  createPicture,
  publishAsset,
  publishEntry,
  toLink,
} from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishEveryField(local)
await publishAsset(local, 'tiny', await createPicture(5, 8))

test('stores, returns and publishes values of all field types unchanged', async () => {
  for (const { id, fields } of everyFieldEntries) {
    const entry = await local.client.entry.get({ entryId: id })
    expect(entry.fields).toEqual(
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, { 'en-US': value }])),
    )
    expect(entry.sys).toMatchObject({ publishedVersion: 1 })
  }
})

const createStory = (...content: unknown[]) => createNode('document', content)
const createEmbeddedEntry = (id: string) => createNode('embedded-entry-block', [], toLink('Entry', id))
const createInlineLink = (type: string, id: string) =>
  createNode('paragraph', [createNode(type, type.endsWith('inline') ? [] : [createText('a')], toLink('Entry', id))])

test.each([
  ['body', 'x'.repeat(50_001), 'size', 'at most 50000'],
  ['slug', 'x'.repeat(257), 'size', 'at most 256'],
  ['words', new Array(1_001).fill('x'), 'size', 'at most 1000'],
  ['count', 1.5, 'type', 'expected type: Integer'],
  ['rating', '2.5', 'type', 'expected type: Number'],
  ['open', 'yes', 'type', 'expected type: Boolean'],
  ['day', '2024-02-30', 'type', 'expected type: Date'],
  ['data', 'text', 'type', 'expected type: Object'],
  ['place', { lat: 91, lon: 0 }, 'type', 'expected type: Location'],
  ['words', ['red', 5], 'type', 'expected type: Symbol'],
  ['picture', toLink('Entry', 'sparse'), 'type', 'expected type: Link'],
  ['anything', toLink('Asset', everyFieldAssetId), 'type', 'expected type: Link'],
  ['story', 'A text', 'type', 'rich text document'],
  ['story', createNode('paragraph', []), 'in', ''],
  ['story', createStory(createText('bare')), 'in', ''],
  ['story', createStory(createNode('marquee', [])), 'in', ''],
  ['story', createStory(createNode('paragraph', [createText('a', 'blink')])), 'in', 'blink'],
  ['story', createStory(createNode('paragraph', [createText(5)])), 'type', ''],
  ['story', createStory(createNode('paragraph', [createNode('hyperlink', [createText('a')])])), 'required', 'uri'],
  ['story', createStory(createNode('embedded-entry-block', [], toLink('Asset', 'a'))), 'in', ''],
  ['story', createStory(createNode('unordered-list', [createNode('paragraph', [createText('a')])])), 'in', ''],
])('rejects an invalid value for %s in a draft (case %#)', async (field, value, name, expectedText) => {
  const draft = createDraftEntry(local, 'everyField', 'never', { title: 'T', [field]: value })
  const { status, name: errorName, details } = await catchApiError(draft)
  expect({ status, errorName }).toEqual({ status: 422, errorName: 'InvalidEntry' })
  expect(details?.errors?.[0]).toMatchObject({ name, path: expect.arrayContaining(['fields', field, 'en-US']) })
  expect(JSON.stringify(details)).toContain(expectedText)
})

test('rejects rich text with a link to another space, and names the node type', async () => {
  const target = { sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn: 'crn:contentful:::a' } }
  const story = createStory(createNode('embedded-resource-block', [], target))
  const { status, message } = await catchApiError(createDraftEntry(local, 'everyField', 'never', { story }))
  expect({ status, message }).toEqual({ status: 400, message: expect.stringContaining('embedded-resource-block') })
})

test.each(['2024-05-06', '2024-05-06T07:08', '2024-05-06T07:08:09.123Z', '2024-05-06T07:08:09+02:00'])(
  'accepts the date format %s',
  async (day) => {
    const entry = await createDraftEntry(local, 'everyField', `day-${day.replace(/\W/g, '-')}`, { day })
    expect(entry.fields.day).toEqual({ 'en-US': day })
  },
)

const FIRST_NODE_PATH = ['fields', 'story', 'en-US', 'content', 0]

test.each([
  ['data', { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, { name: 'size', max: 5 }],
  ['words', ['a', 'x'.repeat(21)], { name: 'size', max: 20, path: ['fields', 'words', 'en-US', 1] }],
  ['picture', toLink('Asset', 'tiny'), { name: 'assetImageDimensions', width: { min: 10, max: 4_000 } }],
  ['single', toLink('Entry', 'a-quote'), { name: 'linkContentType', contentTypeId: ['note'] }],
  ['either', toLink('Entry', 'sparse'), { name: 'linkContentType', contentTypeId: ['note', 'quote'] }],
  ['notes', [toLink('Entry', 'a-quote')], { name: 'linkContentType', path: ['fields', 'notes', 'en-US', 0] }],
  [
    'story',
    createStory(createNode('paragraph', [createText('a', 'code')])),
    { name: 'enabledMarks', path: [...FIRST_NODE_PATH, 'content', 0] },
  ],
  [
    'story',
    createStory(createNode('heading-1', [createText('a')])),
    { name: 'enabledNodeTypes', path: FIRST_NODE_PATH },
  ],
  [
    'story',
    createStory(createEmbeddedEntry('sparse')),
    { name: 'nodes', contentTypeId: ['note', 'quote'], path: FIRST_NODE_PATH },
  ],
  [
    'story',
    createStory(...new Array(4).fill(createEmbeddedEntry('first-note'))),
    { name: 'nodes', max: 3, path: ['fields', 'story', 'en-US'] },
  ],
  ['story', createStory(createInlineLink('entry-hyperlink', 'a-quote')), { name: 'nodes', contentTypeId: ['note'] }],
])('rejects publishing an entry with an invalid %s (case %#)', async (field, value, error) => {
  const entryId = 'invalid'
  const entry = await createDraftEntry(local, 'everyField', entryId, { title: 'Invalid', [field]: value })
  try {
    const { status, name, details } = await catchApiError(local.client.entry.publish({ entryId }, entry))
    expect({ status, name }).toEqual({ status: 422, name: 'InvalidEntry' })
    expect(details?.errors).toContainEqual(expect.objectContaining(error))
  } finally {
    await local.client.entry.delete({ entryId })
  }
})

// Recorded: contentful-management.rb, entry/update_unlocalized_field.yml.
test('null is kept as the value of a locale, is missing in a required field, and is not delivered', async () => {
  const params = { entryId: 'null' }
  const entry = await createDraftEntry(local, 'everyField', 'null', { title: null, slug: null })
  expect(entry.fields).toEqual({ title: { 'en-US': null }, slug: { 'en-US': null } })
  expect((await catchApiError(local.client.entry.publish(params, entry))).details?.errors).toMatchObject([
    { name: 'required', path: ['fields', 'title', 'en-US'] },
  ])
  const fields = { ...entry.fields, title: { 'en-US': 'No slug' } }
  await local.client.entry.publish(params, await local.client.entry.update(params, { ...entry, fields }))
  const delivered = await createContentfulClient(local.url).getEntry('null')
  expect(delivered.fields).toEqual({ title: 'No slug' })
})

test('publishes rich text with a list and a divider, and JSON with what looks like a link', async () => {
  const item = createNode('list-item', [createNode('paragraph', [createText('a', 'bold')])])
  const story = createStory(createNode('unordered-list', [item]), createNode('hr', []))
  const data = toLink('Entry', 'nowhere')
  await publishEntry(local, 'everyField', 'list', { title: 'List', story, data })
})

test('rejects a value that another published entry has, but not the value of the entry itself', async () => {
  const entry = await createDraftEntry(local, 'everyField', 'twin', { title: 'Full' })
  expect((await catchApiError(local.client.entry.publish({ entryId: 'twin' }, entry))).details?.errors).toEqual([
    expect.objectContaining({
      name: 'unique',
      value: 'Full',
      conflicting: [{ sys: { type: 'Link', linkType: 'Entry', id: 'full' } }],
    }),
  ])
  const full = await local.client.entry.get({ entryId: 'full' })
  expect((await local.client.entry.publish({ entryId: 'full' }, full)).sys.publishedCounter).toBe(2)
})

test('reports a link to a missing entry in rich text with its path', async () => {
  const fields = { title: 'Holes', story: createStory(createInlineLink('embedded-entry-inline', 'nowhere')) }
  const entry = await createDraftEntry(local, 'everyField', 'holes', fields)
  expect(await catchApiError(local.client.entry.publish({ entryId: 'holes' }, entry))).toMatchObject({
    name: 'UnresolvedLinks',
    details: { errors: [{ link: { id: 'nowhere' }, path: [...FIRST_NODE_PATH, 'content', 0, 'data', 'target'] }] },
  })
})
