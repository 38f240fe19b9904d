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

test('what is archived is neither edited nor published until it is taken out again', async () => {
  const at = { entryId: 'archived' }
  const entry = await createDraftEntry(local, 'photo', 'archived', { alt: 'An old photo' })
  const archived = await local.client.entry.archive(at)
  expect(archived.sys).toMatchObject({ version: 2, archivedVersion: 1, archivedAt: expect.any(String) })
  const refusal = (message: string) => expect.objectContaining({ status: 400, message })
  expect(await catchApiError(local.client.entry.update(at, archived))).toEqual(refusal('Cannot edit archived'))
  expect(await catchApiError(local.client.entry.publish(at, archived))).toEqual(refusal('Cannot publish archived'))
  expect(await catchApiError(local.client.entry.archive(at))).toMatchObject({ status: 400 })
  const back = await local.client.entry.unarchive(at)
  expect(back.sys.version).toBe(3)
  expect(back.sys).not.toHaveProperty('archivedVersion')
  expect(back.fields).toEqual(entry.fields)
  expect(await catchApiError(local.client.entry.unarchive(at))).toMatchObject({ status: 400 })
  await local.client.entry.publish(at, back)
})

test('what is published is not archived', async () => {
  await publishEntry(local, 'photo', 'published', { alt: 'A photo' })
  expect(await catchApiError(local.client.entry.archive({ entryId: 'published' }))).toMatchObject({ status: 400 })
})

test('assets are archived too, and deleted from there', async () => {
  await createAsset(local, 'old', await createPicture())
  expect((await local.client.asset.archive({ assetId: 'old' })).sys).toMatchObject({ archivedVersion: 2, version: 3 })
  await local.client.asset.delete({ assetId: 'old' })
  expect(await catchApiError(local.client.asset.get({ assetId: 'old' }))).toMatchObject({ status: 404 })
})

test('what is created without an id gets one', async () => {
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

test('a deleted field takes its values with it', async () => {
  const at = { contentTypeId: 'brief' }
  const text = (id: string, more: object = {}) => ({
    id,
    name: id,
    type: 'Symbol',
    required: false,
    localized: false,
    ...more,
  })
  const publish = async (type: Parameters<typeof local.client.contentType.publish>[1]) =>
    local.client.contentType.publish(at, type)
  const fields = [text('kept'), text('gone')]
  const first = await publish(await local.client.contentType.createWithId(at, { name: 'Brief', fields }))
  await publishEntry(local, 'brief', 'brief', { kept: 'Kept', gone: 'Gone' })
  const omitted = { ...first, fields: [text('kept'), text('gone', { omitted: true })] }
  const second = await publish(await local.client.contentType.update(at, omitted))
  await publish(await local.client.contentType.update(at, { ...second, fields: [text('kept')] }))
  const entry = await local.client.entry.get({ entryId: 'brief' })
  expect(entry.fields).toEqual({ kept: { 'en-US': 'Kept' } })
  expect(entry.sys).toMatchObject({ version: 2, publishedVersion: 1 })
})
