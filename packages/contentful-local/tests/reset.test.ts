import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LOCAL_TOKENS } from '#local/constants.ts'
import { startLocalContentful } from '#local/server.ts'
import { GERMAN_LOCALE } from './complete-space.ts'
import { startHttpServer } from './start-http-server.ts'
import {
  createDraftEntry,
  createManagementClient,
  createPicture,
  createUnprocessedAsset,
  MASTER,
  publishAsset,
  publishContentType,
  publishEntry,
  sendRequest,
  toLink,
} from './test-contentful.ts'
import { createTestFolder } from './test-folder.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

const SEED = {
  contentTypes: [
    {
      sys: { id: 'note', publishedVersion: 1 },
      name: 'Note',
      displayField: 'text',
      fields: [{ id: 'text', name: 'Text', type: 'Symbol' }],
    },
  ],
  tags: [{ sys: { id: 'season', visibility: 'public' }, name: 'Season' }],
  entries: ['one', 'two'].map((id) => ({
    sys: { id, contentType: toLink('ContentType', 'note'), publishedVersion: 1 },
    metadata: { tags: [toLink('Tag', 'season')] },
    fields: { text: { 'en-US': id } },
  })),
}

async function start(options: Parameters<typeof startLocalContentful>[0] = {}) {
  const local = await startLocalContentful(options)
  return { ...local, client: createManagementClient(local.url) }
}

type Local = Awaited<ReturnType<typeof start>>

/** Reads everything that a client can see of a space, with times and versions. */
async function readSpace({ url }: Local) {
  const read = async (path: string, token: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    return [path, response.status, (await response.text()).replace(/"requestId":"[^"]*"/, '')]
  }
  const lists = ['content_types', 'editor_interfaces', 'locales', 'tags', 'entries', 'assets', 'app_installations']
  const types = encodeURIComponent('{ __schema { types { name fields { name } } } }')
  return Promise.all([
    ...[MASTER, '/spaces/local/environments/dev'].flatMap((path) =>
      lists.map((list) => read(`${path}/${list}`, LOCAL_TOKENS.management)),
    ),
    ...['environments', 'environment_aliases', 'webhook_definitions', 'preview_environments'].map((list) =>
      read(`/spaces/local/${list}`, LOCAL_TOKENS.management),
    ),
    read('/spaces/local/webhook_settings/signing_secret', LOCAL_TOKENS.management),
    read('/spaces/local/scheduled_actions?environment.sys.id=master', LOCAL_TOKENS.management),
    read('/organizations/local/app_definitions', LOCAL_TOKENS.management),
    read('/cdn/spaces/local/entries?content_type=note&fields.text=one', LOCAL_TOKENS.delivery),
    read('/cdn/spaces/local/entries?metadata.tags.sys.id[in]=season', LOCAL_TOKENS.delivery),
    read('/preview/spaces/local/entries?query=two', LOCAL_TOKENS.preview),
    read(`/content/v1/spaces/local?query=${types}`, LOCAL_TOKENS.delivery),
  ])
}

/** Creates and changes something of every kind. */
async function changeEverything(local: Local) {
  const { client } = local
  await publishContentType(local, { id: 'extra', fields: [{ id: 'a', type: 'Symbol' }] })
  await publishEntry(local, 'extra', 'more', { a: 'one' })
  await publishAsset(local, 'picture')
  await client.locale.create({}, GERMAN_LOCALE)
  await client.tag.createWithId({ tagId: 'other' }, { name: 'Other', sys: { visibility: 'public' } })
  const { sys } = await client.appDefinition.create({ organizationId: 'local' }, { name: 'App', locations: [] })
  await client.appInstallation.upsert({ appDefinitionId: sys.id }, {})
  await client.webhook.create({}, { name: 'Hook', url: 'http://127.0.0.1:9', topics: ['Asset.*'], headers: [] })
  await sendRequest(local, 'PUT', '/spaces/local/webhook_settings/signing_secret', { body: { value: 'a'.repeat(64) } })
  await sendRequest(local, 'POST', '/spaces/local/preview_environments', { body: { name: 'Site' } })
  const known = await client.entry.getMany({ query: { content_type: 'note' } })
  for (const { sys } of known.items) {
    await client.entry.unpublish({ entryId: sys.id })
    await client.entry.delete({ entryId: sys.id })
  }
  await client.environment.createWithId({ environmentId: 'dev' }, { name: 'Development' })
  await sendRequest(local, 'PUT', '/spaces/local/environment_aliases/master', {
    body: { environment: toLink('Environment', 'dev') },
  })
  await createDraftEntry(local, 'extra', 'one', { a: 'By the alias' })
  await sendRequest(local, 'POST', '/spaces/local/scheduled_actions', {
    body: {
      entity: toLink('Entry', 'more'),
      environment: toLink('Environment', 'master'),
      action: 'unpublish',
      scheduledFor: { datetime: '2999-01-01T00:00:00Z' },
    },
  })
}

test('§11.19 reset() brings back the content of the start, however often', async () => {
  await using local = await start({ seed: SEED })
  const atStart = await readSpace(local)
  await changeEverything(local)
  const unchanged = (await readSpace(local)).filter((response, index) => `${response}` === `${atStart[index]}`)
  expect(unchanged.map(([path]) => path)).toEqual([])
  await local.reset()
  expect(await readSpace(local)).toEqual(atStart)
  await publishContentType(local, { id: 'extra', fields: [{ id: 'a', type: 'Symbol' }] })
  await local.reset()
  expect(await readSpace(local)).toEqual(atStart)
})

test('a file that is being processed is written before the reset, and not into the content after it', async () => {
  const requested = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await using files = await startHttpServer(async (_, response) => {
    requested.resolve()
    await answered.promise
    response.end(await createPicture())
  })
  await using local = await start()
  const { client } = local
  const asset = await createUnprocessedAsset(local, 'slow', { upload: `${files.url}/a.jpg` })
  const processed = sendRequest(local, 'PUT', `${MASTER}/assets/slow/files/en-US/process`, {
    headers: { 'x-contentful-version': `${asset.sys.version}` },
  })
  await requested.promise
  const reset = local.reset()
  await createUnprocessedAsset(local, 'meanwhile', { upload: `${files.url}/a.jpg` })
  answered.resolve()
  expect((await processed).status).toBe(204)
  await reset
  expect((await client.asset.getMany({})).total).toBe(0)
})

test('reset() drops webhook calls that wait for a retry', async () => {
  await using receiver = await startWebhookReceiver((_, before) => (before === 0 ? 500 : 200))
  await using local = await start({ seed: SEED, webhookRetryDelaysMs: [3_600_000] })
  const changeEntry = async (text: string) => {
    await sendRequest(local, 'PUT', '/spaces/local/webhook_definitions/hook', {
      body: { name: 'Hook', url: receiver.url, topics: ['Entry.create'] },
    })
    await createDraftEntry(local, 'note', 'new', { text })
  }
  await changeEntry('before')
  await receiver.waitForRequests(1)
  await local.reset()
  await changeEntry('after') // would wait for the retry: calls for an entry are made in order
  await expect.poll(() => receiver.requests).toHaveLength(2)
  expect(receiver.requests[1]?.body).toContain('after')
})

test('reset() refuses to delete the content of a folder', async () => {
  const folder = await createTestFolder()
  await using local = await start({ folder })
  await publishContentType(local, { id: 'kept', fields: [{ id: 'a', type: 'Symbol' }] })
  await expect(local.reset()).rejects.toThrow(`reset() would delete the content of ${folder}`)
  expect((await local.client.contentType.getMany({})).total).toBe(1)
})

test('without a folder nothing is kept, neither after close(), also twice, nor after the end of the process', async () => {
  const [temporaryFolder, cwd] = [await createTestFolder(), await createTestFolder()]
  vi.stubEnv('TMPDIR', temporaryFolder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const local = await start()
  const child = fork(new URL('local-contentful-child.ts', import.meta.url), { cwd })
  const [url] = await once(child, 'message')
  for (const client of [local.client, createManagementClient(String(url))])
    await client.upload.create({}, { file: new ArrayBuffer(4) })
  expect(await readdir(temporaryFolder)).toHaveLength(2)
  await Promise.all([local.close(), local.close()])
  await local.close()
  expect(await readdir(temporaryFolder)).toHaveLength(1)
  child.disconnect()
  await once(child, 'exit')
  expect([await readdir(temporaryFolder), await readdir(cwd)]).toEqual([[], []])
})
