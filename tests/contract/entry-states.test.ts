import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  catchApiError,
  createAsset,
  createDraftEntry,
  createPicture,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
} from './test-contentful.ts'

let local: TestContentful

beforeAll(async () => {
  local = await startTestContentful()
  await publishPhotoModel(local)
})

afterAll(() => local[Symbol.asyncDispose]())

test('rejects editing and publishing an archived entry until it is unarchived', async () => {
  const params = { entryId: 'archived' }
  const entry = await createDraftEntry(local, 'photo', 'archived', { alt: 'An old photo' })
  const archived = await local.client.entry.archive(params)
  expect(archived.sys).toMatchObject({ version: 2, archivedVersion: 1, archivedAt: expect.any(String) })
  const badRequest = (message: string) => expect.objectContaining({ status: 400, message })
  expect(await catchApiError(local.client.entry.update(params, archived))).toEqual(badRequest('Cannot edit archived'))
  expect(await catchApiError(local.client.entry.publish(params, archived))).toEqual(
    badRequest('Cannot publish archived'),
  )
  expect(await catchApiError(local.client.entry.archive(params))).toMatchObject({ status: 400 })
  const unarchived = await local.client.entry.unarchive(params)
  expect(unarchived.sys.version).toBe(3)
  expect(unarchived.sys).not.toHaveProperty('archivedVersion')
  expect(unarchived.fields).toEqual(entry.fields)
  expect(await catchApiError(local.client.entry.unarchive(params))).toMatchObject({ status: 400 })
  await local.client.entry.publish(params, unarchived)
})

test('rejects archiving a published entry', async () => {
  await publishEntry(local, 'photo', 'published', { alt: 'A photo' })
  expect(await catchApiError(local.client.entry.archive({ entryId: 'published' }))).toMatchObject({ status: 400 })
})

test('archives assets, and deletes archived assets', async () => {
  await createAsset(local, 'old', await createPicture())
  expect((await local.client.asset.archive({ assetId: 'old' })).sys).toMatchObject({ archivedVersion: 2, version: 3 })
  await local.client.asset.delete({ assetId: 'old' })
  expect(await catchApiError(local.client.asset.get({ assetId: 'old' }))).toMatchObject({ status: 404 })
})

test('generates ids for entries, assets and content types that are created without one', async () => {
  const entry = await local.client.entry.create({ contentTypeId: 'photo' }, { fields: { alt: { 'en-US': 'New' } } })
  expect(await local.client.entry.get({ entryId: entry.sys.id })).toEqual(entry)
  const asset = await local.client.asset.create(
    {},
    { fields: { title: { 'en-US': 'New' }, description: {}, file: {} } },
  )
  expect(await local.client.asset.get({ assetId: asset.sys.id })).toEqual(asset)
  const type = await local.client.contentType.create({}, { name: 'New', fields: [] })
  expect(await local.client.contentType.get({ contentTypeId: type.sys.id })).toEqual(type)
  expect(new Set([entry.sys.id, asset.sys.id, type.sys.id]).size).toBe(3)
})

test('deleting a field deletes its values', async () => {
  const params = { contentTypeId: 'brief' }
  const createField = (id: string, options: object = {}) => ({
    id,
    name: id,
    type: 'Symbol',
    required: false,
    localized: false,
    ...options,
  })
  const publish = async (type: Parameters<typeof local.client.contentType.publish>[1]) =>
    local.client.contentType.publish(params, type)
  const fields = [createField('kept'), createField('gone')]
  const first = await publish(await local.client.contentType.createWithId(params, { name: 'Brief', fields }))
  await publishEntry(local, 'brief', 'brief', { kept: 'Kept', gone: 'Gone' })
  const omitted = { ...first, fields: [createField('kept'), createField('gone', { omitted: true })] }
  const second = await publish(await local.client.contentType.update(params, omitted))
  await publish(await local.client.contentType.update(params, { ...second, fields: [createField('kept')] }))
  const entry = await local.client.entry.get({ entryId: 'brief' })
  expect(entry.fields).toEqual({ kept: { 'en-US': 'Kept' } })
  expect(entry.sys).toMatchObject({ version: 2, publishedVersion: 1 })
})
