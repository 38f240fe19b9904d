import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import { startSpace } from './start-space.ts'
import {
  catchApiError,
  createAsset,
  createDraftEntry,
  createManagementClient,
  createPicture,
  publishAsset,
  publishContentType,
  publishEntry,
  publishPhotoModel,
  toLink,
} from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const local = await useSpace()
await publishPhotoModel(local)

test('publishing a content type creates its editor interface, which can store help texts', async () => {
  const field = { id: 'text', name: 'Text', type: 'Symbol', required: false, localized: false }
  const type = await local.client.contentType.createWithId({ contentTypeId: 'note' }, { name: 'Note', fields: [field] })
  expect(type.sys.version).toBe(1)
  const params = { contentTypeId: 'note' }
  expect(await catchApiError(local.client.editorInterface.get(params))).toMatchObject({ status: 404 })
  expect((await local.client.contentType.publish(params, type)).sys).toMatchObject({ version: 2, publishedVersion: 1 })
  const editorInterface = await local.client.editorInterface.get(params)
  const [contentType, user] = [toLink('ContentType', 'note'), type.sys.createdBy]
  const ids = { type: 'EditorInterface', id: 'default', version: 1, contentType, createdBy: user, updatedBy: user }
  const places = { space: toLink('Space', 'local'), environment: toLink('Environment', 'master') }
  const { createdAt, updatedAt } = editorInterface.sys
  expect(editorInterface).toEqual({ sys: { ...ids, ...places, createdAt, updatedAt }, controls: [{ fieldId: 'text' }] })
  const controls = [{ fieldId: 'text', widgetId: 'singleLine', settings: { helpText: 'One line.' } }]
  expect(await local.client.editorInterface.update(params, { ...editorInterface, controls })).toMatchObject({
    sys: { version: 2 },
    controls,
  })
  const sys = { ...editorInterface.sys, version: 2 }
  const unknown = local.client.editorInterface.update(params, { sys, controls: [{ fieldId: 'nothing' }] })
  const errors = [{ name: 'unknown', path: ['controls'], value: 'nothing' }]
  expect(await catchApiError(unknown)).toMatchObject({ status: 422, details: { errors } })
})

test('the user of the tokens has one space, of one organization', async () => {
  const named = { name: 'Local organization', defaultUserLanguage: 'en-US' }
  const organization = { ...named, sys: { type: 'Organization', id: 'local', version: 1 } }
  const names = { firstName: 'Local', lastName: 'Developer', email: 'developer@local.test', avatarUrl: '' }
  const account = { activated: true, confirmed: true, signInCount: 0 }
  const user = { ...names, ...account, sys: { type: 'User', id: 'local-developer', version: 1 } }
  expect(await local.client.user.getCurrent()).toEqual(user)
  const page = { sys: { type: 'Array' }, total: 1, skip: 0, limit: 100 }
  expect(await local.client.raw.get('/organizations')).toEqual({ ...page, items: [organization] })
  expect(await local.client.raw.get('/organizations/local')).toEqual(organization)
  const by = toLink('User', 'local-developer')
  const { createdAt } = (await local.client.environment.get({ environmentId: 'master' })).sys
  const changes = { createdAt, updatedAt: createdAt, createdBy: by, updatedBy: by }
  const sys = { type: 'Space', id: 'local', version: 1, organization: toLink('Organization', 'local'), ...changes }
  expect(await local.client.raw.get('/spaces')).toEqual({ ...page, items: [{ name: 'Local', sys }] })
  expect(await local.client.raw.get('/spaces/local')).toEqual({ name: 'Local', sys })
  expect(await local.client.raw.get('/spaces/local/roles')).toEqual({ ...page, total: 0, items: [] })
})

test('rejects unpublishing and deleting a content type while it has entries', async () => {
  const params = { contentTypeId: 'brief' }
  await publishContentType(local, { id: 'brief', fields: [] })
  await createDraftEntry(local, 'brief', 'only', {})
  expect(await catchApiError(local.client.contentType.delete(params))).toMatchObject({ status: 400 })
  expect(await catchApiError(local.client.contentType.unpublish(params))).toMatchObject({ status: 400 })
  await local.client.entry.delete({ entryId: 'only' })
  await local.client.contentType.unpublish(params)
  await local.client.contentType.delete(params)
  expect(await catchApiError(local.client.contentType.get(params))).toMatchObject({ status: 404 })
  expect(await catchApiError(local.client.editorInterface.get(params))).toMatchObject({ status: 404 })
})

test('entry versions: creation is version 1, each write adds 1, publishing stores the published version', async () => {
  const created = await createDraftEntry(local, 'photo', 'versions', { alt: 'A first text' })
  expect(created.sys.version).toBe(1)
  expect(created.sys).not.toHaveProperty('publishedVersion')
  const urn = 'crn:contentful:::content:spaces/local/environments/master/entries/versions'
  const user = toLink('User', 'local-developer')
  expect(created.sys).toMatchObject({ urn, createdBy: user, updatedBy: user })
  const params = { entryId: 'versions' }
  const published = await local.client.entry.publish(params, created)
  expect(published.sys).toMatchObject({ version: 2, publishedVersion: 1, publishedBy: user, publishedCounter: 1 })
  const changed = await local.client.entry.update(params, {
    ...published,
    fields: { alt: { 'en-US': 'Another text' } },
  })
  expect(changed.sys).toMatchObject({ version: 3, publishedVersion: 1 })
  const republished = await local.client.entry.publish(params, changed)
  expect(republished.sys).toMatchObject({ version: 4, publishedVersion: 3, publishedCounter: 2 })
  expect(republished.sys.firstPublishedAt).toBe(published.sys.firstPublishedAt)
  expect(await catchApiError(local.client.entry.delete(params))).toMatchObject({ name: 'BadRequest' })
  const unpublished = await local.client.entry.unpublish(params)
  expect(unpublished.sys.version).toBe(5)
  expect(unpublished.sys).not.toHaveProperty('publishedVersion')
  const again = await catchApiError(local.client.entry.unpublish(params))
  expect(again).toMatchObject({ status: 400, message: 'Not published' })
  await local.client.entry.delete(params)
  expect(await catchApiError(local.client.entry.get(params))).toMatchObject({
    name: 'NotFound',
    status: 404,
    details: { type: 'Entry', id: 'versions', environment: 'master', space: 'local' },
  })
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

test('rejects publishing a link to a missing entry, with the path of the link, and an unknown content type', async () => {
  await publishEntry(local, 'photo', 'linked', { alt: 'A linked photo' })
  const links = [toLink('Entry', 'linked'), toLink('Entry', 'nowhere')]
  const album = await createDraftEntry(local, 'album', 'holes', { title: 'Holes', photos: links })
  const error = { name: 'notResolvable', link: links[1]?.sys, path: ['fields', 'photos', 'en-US', 1] }
  expect(await catchApiError(local.client.entry.publish({ entryId: 'holes' }, album))).toMatchObject({
    name: 'UnresolvedLinks',
    status: 422,
    details: { errors: [error] },
  })
  expect(await catchApiError(createDraftEntry(local, 'nope', 'never', {}))).toMatchObject({
    status: 422,
    details: { errors: [{ name: 'unknownContentType', value: 'nope' }] },
  })
})

test('rejects tokens of other APIs', async () => {
  for (const token of ['local-delivery', 'local-preview', 'wrong']) {
    expect(await catchApiError(createManagementClient(local.url, token).space.get({}))).toMatchObject({
      name: 'AccessTokenInvalid',
      status: 401,
    })
  }
})

test('rejects editing and publishing an archived entry until it is unarchived; an archived asset can be deleted', async () => {
  const params = { entryId: 'archived' }
  const entry = await createDraftEntry(local, 'photo', 'archived', { alt: 'An old photo' })
  const archived = await local.client.entry.archive(params)
  expect(archived.sys).toMatchObject({
    version: 2,
    archivedVersion: 1,
    archivedAt: expect.any(String),
    archivedBy: entry.sys.createdBy,
  })
  const unarchived = await local.client.entry.unarchive(params)
  expect(unarchived.sys.version).toBe(3)
  expect(unarchived.sys).not.toHaveProperty('archivedVersion')
  expect(unarchived.fields).toEqual(entry.fields)
  await local.client.entry.publish(params, unarchived)

  await createAsset(local, 'old', await createPicture())
  expect((await local.client.asset.archive({ assetId: 'old' })).sys).toMatchObject({ archivedVersion: 2, version: 3 })
  await local.client.asset.delete({ assetId: 'old' })
  expect(await catchApiError(local.client.asset.get({ assetId: 'old' }))).toMatchObject({ status: 404 })
})

const EMPTY_TYPE = { name: 'Third', fields: [] }

test('rejects content types above the quota, and allows new ones after a deletion', async () => {
  await using own = await startSpace({ limits: { contentTypes: 2 } })
  await publishPhotoModel(own)
  const create = () => own.client.contentType.createWithId({ contentTypeId: 'third' }, EMPTY_TYPE)
  expect(await catchApiError(create())).toMatchObject({
    name: 'AccessDenied',
    status: 403,
    details: { reasons: ['usageExceeded', expect.stringContaining('2 content types')] },
  })
  expect(await catchApiError(own.client.contentType.create({}, EMPTY_TYPE))).toMatchObject({ status: 403 })
  const params = { contentTypeId: 'album' }
  await own.client.contentType.update(params, await own.client.contentType.get(params))
  await own.client.contentType.unpublish(params)
  await own.client.contentType.delete(params)
  await create()
})

test('a read-only token can read, but not write', async () => {
  const entry = await publishEntry(local, 'photo', 'kept', { alt: 'A kept photo' })
  const reader = createManagementClient(local.url, LOCAL_TOKENS.readOnly)
  expect(await reader.entry.get({ entryId: 'kept' })).toEqual(entry)
  expect((await reader.contentType.getMany({})).items).not.toEqual([])
  const params = { entryId: 'kept' }
  const writes = [
    () => reader.entry.update(params, entry),
    () => reader.entry.publish(params, entry),
    () => reader.entry.delete(params),
    () => reader.upload.create({}, { file: new ArrayBuffer(4) }),
    () => reader.locale.delete({ localeId: 'local-en-us' }),
  ]
  for (const write of writes) expect(await catchApiError(write())).toMatchObject({ name: 'AccessDenied', status: 403 })
  expect(await local.client.entry.get(params)).toEqual(entry)
})

test('lists the published versions of entries and assets, and filters them by their own values', async () => {
  const { client } = local
  await createDraftEntry(local, 'album', 'of-drafts', { title: 'draft' })
  await publishEntry(local, 'album', 'other', { title: 'other' })
  const published = await publishEntry(local, 'album', 'changed', { title: 'before' })
  await client.entry.update({ entryId: 'changed' }, { ...published, fields: { title: { 'en-US': 'after' } } })
  const find = async (query: Record<string, string>) =>
    (await client.entry.getPublished({ query: { content_type: 'album', ...query } })).items
  expect((await find({ order: 'sys.id' })).map(({ sys }) => sys.id)).toEqual(['changed', 'other'])
  expect(await find({ 'sys.id[in]': 'changed' })).toMatchObject([
    { fields: { title: { 'en-US': 'before' } }, sys: { version: published.sys.version } },
  ])
  expect(await find({ 'fields.title': 'before' })).toHaveLength(1)
  expect(await find({ 'fields.title': 'after' })).toEqual([])
  // Recorded: contentful-management.rb, space/entry/all_public.yml.
  expect(await client.raw.get('/spaces/local/public/entries')).toMatchObject({ sys: { type: 'Array' } })

  const asset = await publishAsset(local, 'one')
  await client.asset.update({ assetId: 'one' }, { ...asset, fields: { ...asset.fields, title: {} } })
  const { items } = await client.asset.getPublished({ query: { 'sys.id[in]': 'one' } })
  expect(items.map(({ fields }) => fields)).toEqual([asset.fields])
})
