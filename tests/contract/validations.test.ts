import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishContentTypes } from './complete-space.ts'
import { everyFieldAssetId, everyFieldEntries } from './every-field-model.ts'
import {
  catchApiError,
  createDraftEntry,
  createPicture,
  publishAsset,
  publishEntry,
  startTestContentful,
  type TestContentful,
  toLink,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishContentTypes(local)
  await publishAsset(local, everyFieldAssetId)
  await publishAsset(local, 'tiny', await createPicture(5, 8))
  for (const { id, contentType, fields } of everyFieldEntries) await publishEntry(local, contentType, id, fields)
})

afterAll(() => local[Symbol.asyncDispose]())

const createNode = (nodeType: string, content: readonly unknown[], data: object = {}) => ({ nodeType, data, content })
const createText = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
})
const createStory = (...content: unknown[]) => createNode('document', content)
const createEmbeddedEntry = (id: string) => createNode('embedded-entry-block', [], { target: toLink('Entry', id) })
const createInlineLink = (type: string, id: string) =>
  createNode('paragraph', [
    createNode(type, type.endsWith('inline') ? [] : [createText('a')], { target: toLink('Entry', id) }),
  ])

const FIRST_NODE_PATH = ['fields', 'story', 'en-US', 'content', 0]

test.each([
  ['slug', 'a--b', { name: 'prohibitRegexp', details: 'Matches /--/' }],
  ['slug', 'A b', { name: 'regexp', customMessage: 'Only small letters, digits and hyphens' }],
  ['rating', 3, { name: 'in', expected: [1, 2.5, 4] }],
  ['count', 101, { name: 'range', max: 100 }],
  ['day', '2019-12-31', { name: 'dateRange', min: '2020-01-01' }],
  ['day', '2031-01-01T00:00:00Z', { name: 'dateRange', max: '2030-12-31' }],
  ['data', { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, { name: 'size', max: 5 }],
  ['words', ['a', 'b', 'c', 'd', 'e'], { name: 'size', max: 4 }],
  ['words', ['a', 'x'.repeat(21)], { name: 'size', max: 20, path: ['fields', 'words', 'en-US', 1] }],
  ['picture', toLink('Asset', 'tiny'), { name: 'assetImageDimensions', width: { min: 10, max: 4_000 } }],
  ['single', toLink('Entry', 'a-quote'), { name: 'linkContentType', contentTypeId: ['note'] }],
  ['either', toLink('Entry', 'sparse'), { name: 'linkContentType', contentTypeId: ['note', 'quote'] }],
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

test('publishes rich text with a list and a divider', async () => {
  const list = createNode('unordered-list', [
    createNode('list-item', [createNode('paragraph', [createText('a', 'bold')])]),
  ])
  await publishEntry(local, 'everyField', 'list', { title: 'List', story: createStory(list, createNode('hr', [])) })
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

test('does not validate links in JSON objects', async () => {
  await publishEntry(local, 'everyField', 'object', { title: 'Object', data: toLink('Entry', 'nowhere') })
})
