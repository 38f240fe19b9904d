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
  const published = await publishEntry(server, 'photo', 'last', { alt: 'The last', file: toLink('Asset', 'file') })
  await server.client.entry.update({ entryId: 'last' }, { ...published, fields: { alt: { 'en-US': 'Changed' } } })
  child.kill('SIGKILL')
  await once(child, 'exit')

  await using after = await startSpace({ folder })
  expect(await after.client.entry.get({ entryId: 'last' })).toMatchObject({
    sys: { version: 3, publishedVersion: 1 },
    fields: { alt: { 'en-US': 'Changed' } },
  })
  const { data } = await after.queryGraphql('{ photo(id: "last") { alt file { url } } }')
  expect(data).toEqual({ photo: { alt: 'The last', file: { url: expect.stringContaining(after.url) } } })
  const asset = await after.client.asset.get({ assetId: 'file' })
  expect((await fetch(`http:${asset.fields.file['en-US']?.url}?w=10`)).status).toBe(200)
})

test('of two servers with one folder, one saves a version and the other refuses it', async () => {
  const folder = await createTestFolder()
  await using local = await startSpace({ folder })
  const { server } = await startInChild(folder)
  await publishPhotoModel(local)
  const entry = await createDraftEntry(local, 'photo', 'contested', {})
  for (let version = 1; version <= 10; version += 1) {
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
