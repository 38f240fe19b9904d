import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  catchApiError,
  createAsset,
  createDraftEntry,
  createManagementClient,
  createPicture,
  publishAsset,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
  toLink,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
})

afterAll(() => local[Symbol.asyncDispose]())

test('the space has one environment and one locale, and each sys links to space, environment and content type', async () => {
  expect(await local.client.space.get({})).toMatchObject({ sys: { type: 'Space', id: 'local' } })
  expect((await local.client.environment.getMany({})).items.map(({ sys }) => sys.id)).toEqual(['master'])
  expect((await local.client.locale.getMany({})).items).toMatchObject([{ code: 'en-US', default: true }])
  expect((await local.client.role.getMany({})).items).toEqual([])
  const entry = await createDraftEntry(local, 'photo', 'placed', {})
  expect(entry.sys).toMatchObject({
    space: { sys: { type: 'Link', linkType: 'Space', id: 'local' } },
    environment: { sys: { type: 'Link', linkType: 'Environment', id: 'master' } },
    contentType: { sys: { type: 'Link', linkType: 'ContentType', id: 'photo' } },
  })
})

test('publishing a content type creates its editor interface, which can store help texts', async () => {
  const type = await local.client.contentType.createWithId(
    { contentTypeId: 'note' },
    { name: 'Note', fields: [{ id: 'text', name: 'Text', type: 'Symbol', required: false, localized: false }] },
  )
  expect(type.sys.version).toBe(1)
  const params = { contentTypeId: 'note' }
  expect(await catchApiError(local.client.editorInterface.get(params))).toMatchObject({ status: 404 })
  expect((await local.client.contentType.publish(params, type)).sys).toMatchObject({ version: 2, publishedVersion: 1 })
  const editorInterface = await local.client.editorInterface.get(params)
  expect(editorInterface).toMatchObject({ sys: { version: 1 }, controls: [{ fieldId: 'text' }] })
  const controls = [{ fieldId: 'text', widgetId: 'singleLine', settings: { helpText: 'One line.' } }]
  expect(await local.client.editorInterface.update(params, { ...editorInterface, controls })).toMatchObject({
    sys: { version: 2 },
    controls,
  })
  const all = (await local.client.editorInterface.getMany({})).items
  expect(all.map(({ sys }) => sys.contentType.sys.id).sort()).toEqual(['album', 'note', 'photo'])
  const invalid = {
    ...editorInterface,
    sys: { ...editorInterface.sys, version: 2 },
    controls: [{ fieldId: 'nothing' }],
  }
  expect(await catchApiError(local.client.editorInterface.update(params, invalid))).toMatchObject({ status: 422 })
})

test('rejects unpublishing and deleting a content type while it has entries', async () => {
  const params = { contentTypeId: 'brief' }
  await local.client.contentType.publish(
    params,
    await local.client.contentType.createWithId(params, { name: 'B', fields: [] }),
  )
  await createDraftEntry(local, 'brief', 'only', {})
  expect(await catchApiError(local.client.contentType.delete(params))).toMatchObject({ status: 400 })
  expect(await catchApiError(local.client.contentType.unpublish(params))).toMatchObject({ status: 400 })
  await local.client.entry.delete({ entryId: 'only' })
  await local.client.contentType.unpublish(params)
  await local.client.contentType.delete(params)
  expect(await catchApiError(local.client.contentType.get(params))).toMatchObject({ status: 404 })
})

test('entry versions: creation is version 1, each write adds 1, publishing stores the published version', async () => {
  const created = await createDraftEntry(local, 'photo', 'versions', { alt: 'A first text' })
  expect(created.sys.version).toBe(1)
  expect(created.sys).not.toHaveProperty('publishedVersion')
  const params = { entryId: 'versions' }
  const published = await local.client.entry.publish(params, created)
  expect(published.sys).toMatchObject({ version: 2, publishedVersion: 1, publishedCounter: 1 })
  const changed = await local.client.entry.update(params, {
    ...published,
    fields: { alt: { 'en-US': 'A second text' } },
  })
  expect(changed.sys).toMatchObject({ version: 3, publishedVersion: 1 })
  const republished = await local.client.entry.publish(params, changed)
  expect(republished.sys).toMatchObject({ version: 4, publishedVersion: 3, publishedCounter: 2 })
  expect(republished.sys.firstPublishedAt).toBe(published.sys.firstPublishedAt)
  expect(await catchApiError(local.client.entry.delete(params))).toMatchObject({ name: 'BadRequest' })
  const unpublished = await local.client.entry.unpublish(params)
  expect(unpublished.sys.version).toBe(5)
  expect(unpublished.sys).not.toHaveProperty('publishedVersion')
  expect(await catchApiError(local.client.entry.unpublish(params))).toMatchObject({ status: 400 })
  await local.client.entry.delete(params)
  expect(await catchApiError(local.client.entry.get(params))).toMatchObject({ name: 'NotFound', status: 404 })
})

test('responds 409 to an outdated version and to a second creation', async () => {
  const first = await createDraftEntry(local, 'photo', 'conflict', { alt: 'A first text' })
  await local.client.entry.update({ entryId: 'conflict' }, first)
  const conflict = { name: 'VersionMismatch', status: 409 }
  expect(await catchApiError(local.client.entry.update({ entryId: 'conflict' }, first))).toMatchObject(conflict)
  expect(await catchApiError(local.client.entry.publish({ entryId: 'conflict' }, first))).toMatchObject(conflict)
  expect(await catchApiError(createDraftEntry(local, 'photo', 'conflict', {}))).toMatchObject(conflict)
  const asset = await createAsset(local, 'conflict', await createPicture())
  const stale = { ...asset, sys: { ...asset.sys, version: 1 } }
  expect(await catchApiError(local.client.asset.publish({ assetId: 'conflict' }, stale))).toMatchObject(conflict)
})

test('reads entries by ids, by content type and by page', async () => {
  for (const id of ['read-1', 'read-2', 'read-3']) await createDraftEntry(local, 'album', id, { title: id })
  const findIds = async (query: Record<string, unknown>) =>
    (await local.client.entry.getMany({ query })).items.map(({ sys }) => sys.id).sort()
  expect(await findIds({ 'sys.id[in]': 'read-1,read-3,not-there' })).toEqual(['read-1', 'read-3'])
  expect(await findIds({ content_type: 'album' })).toEqual(['read-1', 'read-2', 'read-3'])
  const page = await local.client.entry.getMany({ query: { content_type: 'album', skip: 2, limit: 2 } })
  expect(page).toMatchObject({ sys: { type: 'Array' }, total: 3, skip: 2, limit: 2 })
  expect(page.items).toHaveLength(1)
  const readPage = async (skip: number) => {
    const query = { content_type: 'album', order: 'sys.id', skip, limit: 2 }
    const { items, total } = await local.client.entry.getMany({ query })
    return { total, ids: items.map(({ sys }) => sys.id) }
  }
  await local.client.entry.update({ entryId: 'read-1' }, await local.client.entry.get({ entryId: 'read-1' }))
  expect(await readPage(0)).toEqual({ total: 3, ids: ['read-1', 'read-2'] })
  expect(await readPage(2)).toEqual({ total: 3, ids: ['read-3'] })
  expect((await local.client.contentType.getMany({ query: { 'sys.id[in]': 'photo' } })).items).toHaveLength(1)
})

test('rejects publishing an entry with a link to a missing entry, with the path of the link', async () => {
  await publishEntry(local, 'photo', 'linked', { alt: 'A linked photo' })
  const links = [toLink('Entry', 'linked'), toLink('Entry', 'nowhere')]
  const album = await createDraftEntry(local, 'album', 'holes', { title: 'Holes', photos: links })
  expect(await catchApiError(local.client.entry.publish({ entryId: 'holes' }, album))).toMatchObject({
    name: 'UnresolvedLinks',
    status: 422,
    details: {
      errors: [
        {
          name: 'notResolvable',
          link: { type: 'Link', linkType: 'Entry', id: 'nowhere' },
          path: ['fields', 'photos', 'en-US', 1],
        },
      ],
    },
  })
})

test.each([
  ['a missing required field', {}, { name: 'required', path: ['fields', 'alt'] }],
  [
    'a text that is too short',
    { alt: 'no' },
    { name: 'size', min: 5, max: 20, value: 'no', path: ['fields', 'alt', 'en-US'] },
  ],
  ['a text that is too long', { alt: 'x'.repeat(21) }, { name: 'size', path: ['fields', 'alt', 'en-US'] }],
  [
    'a value outside of the list',
    { alt: 'A photo', kind: 'dusk' },
    { name: 'in', expected: ['day', 'night'], value: 'dusk' },
  ],
  [
    'a value that does not match the pattern',
    { alt: 'A photo', link: 'http://a' },
    { name: 'regexp', customMessage: 'Start with https://' },
  ],
  ['a number above the range', { alt: 'A photo', rank: 6 }, { name: 'range', min: 1, max: 5, value: 6 }],
])('rejects publishing an entry with %s', async (caseName, fields, error) => {
  const entryId = `invalid-${caseName.replaceAll(' ', '-')}`
  const entry = await createDraftEntry(local, 'photo', entryId, fields)
  const { status, name, details } = await catchApiError(local.client.entry.publish({ entryId }, entry))
  expect({ status, name }).toEqual({ status: 422, name: 'InvalidEntry' })
  expect(details?.errors).toEqual([expect.objectContaining(error)])
})

test('validates the content type of linked entries, and the media type and size of linked files', async () => {
  const large = await publishAsset(local, 'large', await createPicture(800, 600))
  expect(large.fields.file['en-US']?.details).toMatchObject({ image: { width: 800, height: 600 } })
  const photo = await createDraftEntry(local, 'photo', 'with-large', {
    alt: 'A large photo',
    file: toLink('Asset', 'large'),
  })
  expect(
    (await catchApiError(local.client.entry.publish({ entryId: 'with-large' }, photo))).details?.errors,
  ).toMatchObject([{ name: 'assetFileSize', max: 500, path: ['fields', 'file', 'en-US'] }])
  const video = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(50)])
  await createAsset(local, 'video', video, 'video/mp4', 'video.mp4')
  const withVideo = await createDraftEntry(local, 'photo', 'with-video', {
    alt: 'A moving one',
    file: toLink('Asset', 'video'),
  })
  expect(
    (await catchApiError(local.client.entry.publish({ entryId: 'with-video' }, withVideo))).details?.errors,
  ).toMatchObject([{ name: 'linkMimetypeGroup', mimetypeGroupName: ['image'] }])
  const album = await createDraftEntry(local, 'album', 'of-albums', { photos: [toLink('Entry', 'of-albums')] })
  expect(
    (await catchApiError(local.client.entry.publish({ entryId: 'of-albums' }, album))).details?.errors,
  ).toMatchObject([{ name: 'linkContentType', contentTypeId: ['photo'], path: ['fields', 'photos', 'en-US', 0] }])
})

test.each([
  ['an unknown field', 'photo', { nope: 'x' }, { name: 'unknown', path: ['fields', 'nope'] }],
  ['a number for a text', 'photo', { alt: 5 }, { name: 'type', type: 'Symbol', value: 5 }],
  ['an entry for an asset', 'photo', { file: toLink('Entry', 'a') }, { name: 'type', type: 'Link' }],
  ['a text above 256 characters', 'photo', { alt: 'x'.repeat(257) }, { name: 'size', max: 256 }],
  ['an unknown content type', 'nope', {}, { name: 'unknownContentType', value: 'nope' }],
])('rejects saving a draft with %s', async (_, type, fields, error) => {
  const { status, details } = await catchApiError(createDraftEntry(local, type, 'never', fields))
  expect(status).toBe(422)
  expect(details?.errors).toEqual([expect.objectContaining(error)])
})

test('rejects tokens of other APIs', async () => {
  for (const token of ['local-delivery', 'local-preview', 'wrong']) {
    expect(await catchApiError(createManagementClient(local.url, token).space.get({}))).toMatchObject({
      name: 'AccessTokenInvalid',
      status: 401,
    })
  }
})
