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

test('the space has one environment and one locale, and every sys says where it is', async () => {
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

test('publishing a content type makes its editor interface, which then takes help texts', async () => {
  const type = await local.client.contentType.createWithId(
    { contentTypeId: 'note' },
    { name: 'Note', fields: [{ id: 'text', name: 'Text', type: 'Symbol', required: false, localized: false }] },
  )
  expect(type.sys.version).toBe(1)
  const params = { contentTypeId: 'note' }
  expect(await catchApiError(local.client.editorInterface.get(params))).toMatchObject({ status: 404 })
  expect((await local.client.contentType.publish(params, type)).sys).toMatchObject({ version: 2, publishedVersion: 1 })
  const found = await local.client.editorInterface.get(params)
  expect(found).toMatchObject({ sys: { version: 1 }, controls: [{ fieldId: 'text' }] })
  const controls = [{ fieldId: 'text', widgetId: 'singleLine', settings: { helpText: 'One line.' } }]
  expect(await local.client.editorInterface.update(params, { ...found, controls })).toMatchObject({
    sys: { version: 2 },
    controls,
  })
  const all = (await local.client.editorInterface.getMany({})).items
  expect(all.map(({ sys }) => sys.contentType.sys.id).sort()).toEqual(['album', 'note', 'photo'])
  const strange = { ...found, sys: { ...found.sys, version: 2 }, controls: [{ fieldId: 'nothing' }] }
  expect(await catchApiError(local.client.editorInterface.update(params, strange))).toMatchObject({ status: 422 })
})

test('a content type is unpublished and deleted when it has no entries', async () => {
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

test('an entry’s versions: create 1, every write adds 1, a publish remembers the version it was of', async () => {
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
  const again = await local.client.entry.publish(params, changed)
  expect(again.sys).toMatchObject({ version: 4, publishedVersion: 3, publishedCounter: 2 })
  expect(again.sys.firstPublishedAt).toBe(published.sys.firstPublishedAt)
  expect(await catchApiError(local.client.entry.delete(params))).toMatchObject({ name: 'BadRequest' })
  const unpublished = await local.client.entry.unpublish(params)
  expect(unpublished.sys.version).toBe(5)
  expect(unpublished.sys).not.toHaveProperty('publishedVersion')
  expect(await catchApiError(local.client.entry.unpublish(params))).toMatchObject({ status: 400 })
  await local.client.entry.delete(params)
  expect(await catchApiError(local.client.entry.get(params))).toMatchObject({ name: 'NotFound', status: 404 })
})

test('an old version, or a second create, is a conflict', async () => {
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

test('remote state is read by ids, by type and by pages', async () => {
  for (const id of ['read-1', 'read-2', 'read-3']) await createDraftEntry(local, 'album', id, { title: id })
  const idsOf = async (query: Record<string, unknown>) =>
    (await local.client.entry.getMany({ query })).items.map(({ sys }) => sys.id).sort()
  expect(await idsOf({ 'sys.id[in]': 'read-1,read-3,not-there' })).toEqual(['read-1', 'read-3'])
  expect(await idsOf({ content_type: 'album' })).toEqual(['read-1', 'read-2', 'read-3'])
  const page = await local.client.entry.getMany({ query: { content_type: 'album', skip: 2, limit: 2 } })
  expect(page).toMatchObject({ sys: { type: 'Array' }, total: 3, skip: 2, limit: 2 })
  expect(page.items).toHaveLength(1)
  const byId = async (skip: number) => {
    const query = { content_type: 'album', order: 'sys.id', skip, limit: 2 }
    const { items, total } = await local.client.entry.getMany({ query })
    return { total, ids: items.map(({ sys }) => sys.id) }
  }
  await local.client.entry.update({ entryId: 'read-1' }, await local.client.entry.get({ entryId: 'read-1' }))
  expect(await byId(0)).toEqual({ total: 3, ids: ['read-1', 'read-2'] })
  expect(await byId(2)).toEqual({ total: 3, ids: ['read-3'] })
  expect((await local.client.contentType.getMany({ query: { 'sys.id[in]': 'photo' } })).items).toHaveLength(1)
})

test('a link to nothing keeps an entry from being published, and is named', async () => {
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
  ['nothing where something is required', {}, { name: 'required', path: ['fields', 'alt'] }],
  ['too short', { alt: 'no' }, { name: 'size', min: 5, max: 20, value: 'no', path: ['fields', 'alt', 'en-US'] }],
  ['too long', { alt: 'x'.repeat(21) }, { name: 'size', path: ['fields', 'alt', 'en-US'] }],
  ['another word', { alt: 'A photo', kind: 'dusk' }, { name: 'in', expected: ['day', 'night'], value: 'dusk' }],
  ['another form', { alt: 'A photo', link: 'http://a' }, { name: 'regexp', customMessage: 'Start with https://' }],
  ['too much', { alt: 'A photo', rank: 6 }, { name: 'range', min: 1, max: 5, value: 6 }],
])('an entry with %s is not published', async (what, fields, flaw) => {
  const entryId = `flawed-${what.replaceAll(' ', '-')}`
  const entry = await createDraftEntry(local, 'photo', entryId, fields)
  const { status, name, details } = await catchApiError(local.client.entry.publish({ entryId }, entry))
  expect({ status, name }).toEqual({ status: 422, name: 'ValidationFailed' })
  expect(details?.errors).toEqual([expect.objectContaining(flaw)])
})

test('links are checked for the type of entry, the kind of file and its size', async () => {
  const large = await publishAsset(local, 'large', await createPicture(800, 600))
  expect(large.fields.file['en-US']?.details).toMatchObject({ image: { width: 800, height: 600 } })
  const photo = await createDraftEntry(local, 'photo', 'with-large', {
    alt: 'A large photo',
    file: toLink('Asset', 'large'),
  })
  expect(
    (await catchApiError(local.client.entry.publish({ entryId: 'with-large' }, photo))).details?.errors,
  ).toMatchObject([{ name: 'assetFileSize', max: 500, path: ['fields', 'file', 'en-US'] }])
  const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom'), Buffer.alloc(50)])
  await createAsset(local, 'film', film, 'video/mp4', 'film.mp4')
  const moving = await createDraftEntry(local, 'photo', 'with-film', {
    alt: 'A moving one',
    file: toLink('Asset', 'film'),
  })
  expect(
    (await catchApiError(local.client.entry.publish({ entryId: 'with-film' }, moving))).details?.errors,
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
  ['a type that is not there', 'nope', {}, { name: 'unknownContentType', value: 'nope' }],
])('not even a draft may hold %s', async (_, type, fields, flaw) => {
  const { status, details } = await catchApiError(createDraftEntry(local, type, 'never', fields))
  expect(status).toBe(422)
  expect(details?.errors).toEqual([expect.objectContaining(flaw)])
})

test('a token of another API opens nothing', async () => {
  for (const token of ['local-delivery', 'local-preview', 'wrong']) {
    expect(await catchApiError(createManagementClient(local.url, token).space.get({}))).toMatchObject({
      name: 'AccessTokenInvalid',
      status: 401,
    })
  }
})
