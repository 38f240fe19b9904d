import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readStateMeta, writeStateMeta } from 'contentful-local'
import { expect, onTestFinished, test } from 'vitest'
import { startSpace } from './start-space.ts'
import {
  catchApiError,
  createDraftEntry,
  createManagementClient,
  publishAsset,
  publishEntry,
  publishPhotoModel,
  toLink,
} from './test-contentful.ts'
import { createTestFolder } from './test-folder.ts'

test('a restarted server has the content of the former one', async () => {
  const folder = await createTestFolder()
  const before = await startSpace({ folder })
  await publishPhotoModel(before)
  await publishAsset(before, 'file')
  const published = await publishEntry(before, 'photo', 'kept', {
    alt: 'A kept photo',
    file: toLink('Asset', 'file'),
  })
  await before.client.entry.update({ entryId: 'kept' }, { ...published, fields: { alt: { 'en-US': 'A changed one' } } })
  await before.stop()

  await using after = await startSpace({ folder })
  const entry = await after.client.entry.get({ entryId: 'kept' })
  expect(entry).toMatchObject({
    sys: { version: 3, publishedVersion: 1 },
    fields: { alt: { 'en-US': 'A changed one' } },
  })
  const { data } = await after.queryGraphql('{ photo(id: "kept") { alt file { url } } }')
  expect(data).toEqual({ photo: { alt: 'A kept photo', file: { url: expect.stringContaining(after.url) } } })
  const asset = await after.client.asset.get({ assetId: 'file' })
  const response = await fetch(`http:${asset.fields.file['en-US']?.url}?w=10`)
  expect(response.status).toBe(200)
})

/** Starts a local Contentful in a process of its own. */
async function startInChild(folder: string) {
  const child = fork(new URL('local-contentful-child.ts', import.meta.url), [folder])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [message] = await once(child, 'message')
  const url = String(message)
  return { child, server: { url, client: createManagementClient(url) } }
}

test('acknowledged writes survive SIGKILL', async () => {
  const folder = await createTestFolder()
  const { child, server } = await startInChild(folder)
  await publishPhotoModel(server)
  await publishAsset(server, 'file')
  await createDraftEntry(server, 'photo', 'last', { alt: 'The last one' })
  child.kill('SIGKILL')
  await once(child, 'exit')

  await using after = await startSpace({ folder })
  expect((await after.client.entry.get({ entryId: 'last' })).fields).toEqual({ alt: { 'en-US': 'The last one' } })
  expect((await after.client.asset.get({ assetId: 'file' })).sys).toMatchObject({ publishedVersion: 2 })
})

test('of two servers with one folder, one saves a version and the other refuses it', async () => {
  const folder = await createTestFolder()
  await using local = await startSpace({ folder })
  const { server } = await startInChild(folder)
  await publishPhotoModel(local)
  const entry = await createDraftEntry(local, 'photo', 'contested', {})
  for (let version = 1; version <= 20; version += 1) {
    const save = ({ client }: typeof server) =>
      client.entry.update({ entryId: 'contested' }, { ...entry, sys: { ...entry.sys, version } })
    const results = await Promise.all(
      [local, server].map((each) =>
        save(each)
          .then(() => 200)
          .catch((error) => catchApiError(Promise.reject(error)).then(({ status }) => status)),
      ),
    )
    expect(results.toSorted()).toEqual([200, 409])
  }
})

test('stores state metadata while a server runs and while none runs', async () => {
  const folder = await createTestFolder()
  expect(readStateMeta(folder, 'model')).toBeUndefined()
  writeStateMeta(folder, 'model', 'one')
  await using local = await startSpace({ folder })
  writeStateMeta(folder, 'model', 'two')
  await publishPhotoModel(local)
  expect(readStateMeta(folder, 'model')).toBe('two')
  expect(readStateMeta(folder, 'seed')).toBeUndefined()
})
