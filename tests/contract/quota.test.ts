import { LOCAL_TOKENS } from 'contentful-local/constants'
import { expect, test } from 'vitest'
import {
  catchApiError,
  createManagementClient,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
} from './test-contentful.ts'

const type = { name: 'Third', fields: [] }

test('rejects content types above the quota, and allows new ones after a deletion', async () => {
  await using local = await startTestContentful(undefined, { limits: { contentTypes: 2 } })
  await publishPhotoModel(local)
  const third = local.client.contentType.createWithId({ contentTypeId: 'third' }, type)
  expect(await catchApiError(third)).toMatchObject({
    name: 'AccessDenied',
    status: 403,
    details: { reasons: ['usageExceeded', expect.stringContaining('2 content types')] },
  })
  expect(await catchApiError(local.client.contentType.create({}, type))).toMatchObject({ status: 403 })
  const params = { contentTypeId: 'photo' }
  const photoType = await local.client.contentType.get(params)
  await local.client.contentType.update(params, { ...photoType, name: 'Picture' })
  await local.client.contentType.unpublish({ contentTypeId: 'album' })
  await local.client.contentType.delete({ contentTypeId: 'album' })
  await local.client.contentType.createWithId({ contentTypeId: 'third' }, type)
})

test('the default quota is 25 content types, as in the free plan', async () => {
  await using local = await startTestContentful()
  for (let index = 0; index < 25; index += 1) {
    await local.client.contentType.createWithId({ contentTypeId: `type${index}` }, type)
  }
  expect(await catchApiError(local.client.contentType.create({}, type))).toMatchObject({ status: 403 })
})

test('a read-only token can read, but not write', async () => {
  await using local = await startTestContentful()
  await publishPhotoModel(local)
  const entry = await publishEntry(local, 'photo', 'kept', { alt: 'A kept photo' })
  const reader = createManagementClient(local.url, LOCAL_TOKENS.readOnly)
  expect(await reader.entry.get({ entryId: 'kept' })).toEqual(entry)
  expect((await reader.contentType.getMany({})).items).toHaveLength(2)
  const params = { entryId: 'kept' }
  const writes = [
    () => reader.entry.update(params, entry),
    () => reader.entry.publish(params, entry),
    () => reader.entry.unpublish(params),
    () => reader.entry.archive(params),
    () => reader.entry.delete(params),
    () => reader.contentType.createWithId({ contentTypeId: 'third' }, type),
    () => reader.upload.create({}, { file: new ArrayBuffer(4) }),
    () => reader.locale.delete({ localeId: 'local-en-us' }),
  ]
  for (const write of writes) expect(await catchApiError(write())).toMatchObject({ name: 'AccessDenied', status: 403 })
  expect(await local.client.entry.get(params)).toEqual(entry)
})

test('returns the current user', async () => {
  await using local = await startTestContentful()
  expect(await local.client.user.getCurrent()).toMatchObject({ sys: { type: 'User' }, email: expect.any(String) })
})
