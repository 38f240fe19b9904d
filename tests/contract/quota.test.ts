import { expect, test } from 'vitest'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import {
  catchApiError,
  createManagementClient,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
} from './test-contentful.ts'

const type = { name: 'Third', fields: [] }

test('a space takes as many content types as it may have, and says so', async () => {
  await using local = await startTestContentful(undefined, { limits: { contentTypes: 2 } })
  await publishPhotoModel(local)
  const third = local.client.contentType.createWithId({ contentTypeId: 'third' }, type)
  expect(await catchApiError(third)).toMatchObject({
    name: 'AccessDenied',
    status: 403,
    details: { reasons: ['usageExceeded', expect.stringContaining('2 content types')] },
  })
  expect(await catchApiError(local.client.contentType.create({}, type))).toMatchObject({ status: 403 })
  const at = { contentTypeId: 'photo' }
  const held = await local.client.contentType.get(at)
  await local.client.contentType.update(at, { ...held, name: 'Picture' })
  await local.client.contentType.unpublish({ contentTypeId: 'album' })
  await local.client.contentType.delete({ contentTypeId: 'album' })
  await local.client.contentType.createWithId({ contentTypeId: 'third' }, type)
})

test('the free plan’s 25 content types are the limit where nobody sets another', async () => {
  await using local = await startTestContentful()
  for (let index = 0; index < 25; index += 1) {
    await local.client.contentType.createWithId({ contentTypeId: `type${index}` }, type)
  }
  expect(await catchApiError(local.client.contentType.create({}, type))).toMatchObject({ status: 403 })
})

test('a token that may only read reads, and writes nothing', async () => {
  await using local = await startTestContentful()
  await publishPhotoModel(local)
  const entry = await publishEntry(local, 'photo', 'kept', { alt: 'A kept photo' })
  const reader = createManagementClient(local.url, LOCAL_TOKENS.readOnly)
  expect(await reader.entry.get({ entryId: 'kept' })).toEqual(entry)
  expect((await reader.contentType.getMany({})).items).toHaveLength(2)
  const at = { entryId: 'kept' }
  const writes = [
    () => reader.entry.update(at, entry),
    () => reader.entry.publish(at, entry),
    () => reader.entry.unpublish(at),
    () => reader.entry.archive(at),
    () => reader.entry.delete(at),
    () => reader.contentType.createWithId({ contentTypeId: 'third' }, type),
    () => reader.upload.create({}, { file: new ArrayBuffer(4) }),
    () => reader.bulkAction.publish({ spaceId: 'local', environmentId: 'master' }, { entities: { items: [] } }),
    () => reader.locale.delete({ localeId: 'local-en-us' }),
  ]
  for (const write of writes) expect(await catchApiError(write())).toMatchObject({ name: 'AccessDenied', status: 403 })
  expect(await local.client.entry.get(at)).toEqual(entry)
})

test('whoever has the token is somebody', async () => {
  await using local = await startTestContentful()
  expect(await local.client.user.getCurrent()).toMatchObject({ sys: { type: 'User' }, email: expect.any(String) })
})
