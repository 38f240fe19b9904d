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

const node = (nodeType: string, content: readonly unknown[], data: object = {}) => ({ nodeType, data, content })
const text = (value: string, ...marks: string[]) => ({
  nodeType: 'text',
  value,
  marks: marks.map((type) => ({ type })),
  data: {},
})
const story = (...content: unknown[]) => node('document', content)
const block = (id: string) => node('embedded-entry-block', [], { target: toLink('Entry', id) })
const inline = (type: string, id: string) =>
  node('paragraph', [node(type, type.endsWith('inline') ? [] : [text('a')], { target: toLink('Entry', id) })])

const FIRST = ['fields', 'story', 'en-US', 'content', 0]

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
  ['story', story(node('paragraph', [text('a', 'code')])), { name: 'enabledMarks', path: [...FIRST, 'content', 0] }],
  ['story', story(node('heading-1', [text('a')])), { name: 'enabledNodeTypes', path: FIRST }],
  ['story', story(block('sparse')), { name: 'nodes', contentTypeId: ['note', 'quote'], path: FIRST }],
  [
    'story',
    story(...new Array(4).fill(block('first-note'))),
    { name: 'nodes', max: 3, path: ['fields', 'story', 'en-US'] },
  ],
  ['story', story(inline('entry-hyperlink', 'a-quote')), { name: 'nodes', contentTypeId: ['note'] }],
])('an entry is not published with such a %s (case %#)', async (field, value, flaw) => {
  const entryId = 'flawed'
  const entry = await createDraftEntry(local, 'everyField', entryId, { title: 'Flawed', [field]: value })
  try {
    const { status, name, details } = await catchApiError(local.client.entry.publish({ entryId }, entry))
    expect({ status, name }).toEqual({ status: 422, name: 'ValidationFailed' })
    expect(details?.errors).toContainEqual(expect.objectContaining(flaw))
  } finally {
    await local.client.entry.delete({ entryId })
  }
})

test('lists and tables may hold their parts, and every text a paragraph', async () => {
  const list = node('unordered-list', [node('list-item', [node('paragraph', [text('a', 'bold')])])])
  await publishEntry(local, 'everyField', 'list', { title: 'List', story: story(list, node('hr', [])) })
})

test('a value that another published entry holds already is not unique; its own is', async () => {
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

test('a link to nothing inside a rich text is named', async () => {
  const fields = { title: 'Holes', story: story(inline('embedded-entry-inline', 'nowhere')) }
  const entry = await createDraftEntry(local, 'everyField', 'holes', fields)
  expect(await catchApiError(local.client.entry.publish({ entryId: 'holes' }, entry))).toMatchObject({
    name: 'UnresolvedLinks',
    details: { errors: [{ link: { id: 'nowhere' }, path: [...FIRST, 'content', 0, 'data', 'target'] }] },
  })
})

test('what looks like a link inside an object is none', async () => {
  await publishEntry(local, 'everyField', 'object', { title: 'Object', data: toLink('Entry', 'nowhere') })
})
