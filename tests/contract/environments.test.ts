import { fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { LOCAL_TOKENS } from 'contentful-local/constants'
import type { WebhookFilter } from 'contentful-management'
import { expect, onTestFinished, test } from 'vitest'
import { startWebhookReceiver } from '#tests/setup/server/webhook-receiver.ts'
import { createContentfulClient } from './delivery-space.ts'
import {
  catchApiError,
  createDraftEntry,
  createManagementClient,
  publishAsset,
  publishEntry,
  publishPhotoModel,
  startTestContentful,
  type TestContentful,
  toLink,
} from './test-contentful.ts'

/** Starts a space with one published photo. */
async function startSpace() {
  const local = await startTestContentful()
  onTestFinished(() => local[Symbol.asyncDispose]())
  await publishPhotoModel(local)
  await publishAsset(local, 'file')
  await publishEntry(local, 'photo', 'one', { alt: 'The first photo', file: toLink('Asset', 'file') })
  return local
}

const createEnvironment = ({ client }: TestContentful, environmentId: string, source?: string) =>
  client.environment.createWithId(
    { environmentId },
    { name: environmentId },
    source === undefined ? {} : { 'X-Contentful-Source-Environment': source },
  )

const readAlt = async ({ url }: TestContentful, environment: string) =>
  (await createContentfulClient(url, { environment }).getEntry('one', { include: 0 })).fields.alt

const changeAlt = async ({ client }: TestContentful, environmentId: string, alt: string) => {
  const params = { entryId: 'one', environmentId }
  const entry = await client.entry.get(params)
  const changed = await client.entry.update(params, { ...entry, fields: { ...entry.fields, alt: { 'en-US': alt } } })
  return client.entry.publish(params, changed)
}

const createAlias = ({ client }: TestContentful, environmentAliasId: string, id: string) =>
  client.environmentAlias.createWithId({ environmentAliasId }, { environment: toLink('Environment', id) })

const flipAlias = async ({ client }: TestContentful, environmentAliasId: string, id: string) => {
  const alias = await client.environmentAlias.get({ environmentAliasId })
  return client.environmentAlias.update({ environmentAliasId }, { ...alias, environment: toLink('Environment', id) })
}

// Recorded: contentful-management.rb, spec/fixtures/vcr_cassettes/environment/create.yml (queued), find.yml (ready).
test('a new environment is queued, then ready, and an independent copy of its source', async () => {
  const local = await startSpace()
  const created = await createEnvironment(local, 'staging')
  expect(created).toMatchObject({
    name: 'staging',
    sys: { id: 'staging', version: 1, status: { sys: { id: 'queued' } } },
  })
  expect(await local.client.environment.get({ environmentId: 'staging' })).toMatchObject({
    sys: { version: 1, status: { sys: { id: 'ready' } } },
  })
  const source = await local.client.entry.get({ entryId: 'one' })
  const copy = await local.client.entry.get({ entryId: 'one', environmentId: 'staging' })
  expect(copy).toMatchObject({ sys: { version: source.sys.version, environment: { sys: { id: 'staging' } } } })
  expect(copy.fields).toEqual(source.fields)
  expect(
    (await local.client.editorInterface.get({ contentTypeId: 'photo', environmentId: 'staging' })).controls,
  ).toEqual((await local.client.editorInterface.get({ contentTypeId: 'photo' })).controls)
  await changeAlt(local, 'staging', 'Changed in staging')
  expect(await readAlt(local, 'staging')).toBe('Changed in staging')
  expect(await readAlt(local, 'master')).toBe('The first photo')
  await createEnvironment(local, 'feature', 'staging')
  expect(await readAlt(local, 'feature')).toBe('Changed in staging')
  const query = '{ photo(id: "one") { alt sys { environmentId } } }'
  expect((await local.queryGraphql(query, { environment: 'feature' })).data).toEqual({
    photo: { alt: 'Changed in staging', sys: { environmentId: 'feature' } },
  })
  const asset = await local.client.asset.get({ assetId: 'file', environmentId: 'feature' })
  expect((await fetch(`http:${asset.fields.file['en-US']?.url}`)).status).toBe(200)
})

test('lists, renames and deletes environments', async () => {
  const local = await startSpace()
  const staging = await createEnvironment(local, 'staging')
  const renamed = await local.client.environment.update({ environmentId: 'staging' }, { ...staging, name: 'Rehearsal' })
  expect(renamed).toMatchObject({ name: 'Rehearsal', sys: { id: 'staging', version: 2 } })
  const conflict = local.client.environment.update({ environmentId: 'staging' }, { ...staging, name: 'Late' })
  expect(await catchApiError(conflict)).toMatchObject({ status: 409 })
  expect((await local.client.environment.getMany({})).items.map(({ sys }) => sys.id).sort()).toEqual([
    'master',
    'staging',
  ])
  await local.client.environment.delete({ environmentId: 'staging' })
  expect(await catchApiError(local.client.environment.get({ environmentId: 'staging' }))).toMatchObject({ status: 404 })
  expect(await catchApiError(local.client.entry.getMany({ environmentId: 'staging' }))).toMatchObject({ status: 404 })
  expect(await catchApiError(local.client.environment.delete({ environmentId: 'master' }))).toMatchObject({
    status: 403,
  })
  const recreated = await createEnvironment(local, 'staging')
  expect(recreated.sys.version).toBe(1)
  expect((await local.client.entry.getMany({ environmentId: 'staging' })).total).toBe(1)
})

test('an alias means another environment in every API, and can be flipped', async () => {
  const local = await startSpace()
  await createEnvironment(local, 'release-1')
  await createEnvironment(local, 'release-2')
  await changeAlt(local, 'release-2', 'Release two')
  await createAlias(local, 'live', 'release-1')
  expect(await readAlt(local, 'live')).toBe('The first photo')
  // The links are those of the example in Contentful's documentation (Content Management API, Environment aliases). The
  // name is that of the target, as in a response that a project recorded in 2023.
  expect(await local.client.environment.get({ environmentId: 'live' })).toMatchObject({
    name: 'release-1',
    sys: {
      id: 'live',
      aliasedEnvironment: { sys: { linkType: 'Environment', id: 'release-1' } },
      aliases: [{ sys: { linkType: 'EnvironmentAlias', id: 'live' } }],
    },
  })
  expect(await flipAlias(local, 'live', 'release-2')).toMatchObject({ environment: { sys: { id: 'release-2' } } })
  expect(await readAlt(local, 'live')).toBe('Release two')
  expect((await local.client.environment.get({ environmentId: 'release-2' })).sys).toMatchObject({
    aliases: [{ sys: { id: 'live' } }],
  })
  const entry = await local.client.entry.get({ entryId: 'one', environmentId: 'live' })
  expect(entry.sys.environment.sys.id).toBe('release-2')
  expect(await catchApiError(local.client.environment.delete({ environmentId: 'release-2' }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('live'),
  })
  expect(await catchApiError(flipAlias(local, 'live', 'nowhere'))).toMatchObject({ status: 422 })
  await local.client.environmentAlias.delete({ environmentAliasId: 'live' })
  expect(await catchApiError(local.client.entry.getMany({ environmentId: 'live' }))).toMatchObject({ status: 404 })
})

test('master becomes an alias, its content stays, and the state survives a restart', async () => {
  const local = await startSpace()
  await createEnvironment(local, 'next')
  await changeAlt(local, 'next', 'The next release')
  await createAlias(local, 'master', 'next')
  expect(await readAlt(local, 'master')).toBe('The next release')
  const previous = `master-${new Date().toISOString().slice(0, 10)}`
  expect(await readAlt(local, previous)).toBe('The first photo')
  await flipAlias(local, 'master', previous)
  expect(await readAlt(local, 'master')).toBe('The first photo')
  expect(await catchApiError(local.client.environmentAlias.delete({ environmentAliasId: 'master' }))).toMatchObject({
    status: 403,
  })
  await local.stop()
  await using restarted = await startTestContentful(local.folder)
  expect(await readAlt(restarted, 'master')).toBe('The first photo')
  expect(await readAlt(restarted, 'next')).toBe('The next release')
})

test('rejects unknown sources, invalid ids, and more environments than the limit', async () => {
  await using local = await startTestContentful(undefined, { limits: { environments: 2 } })
  expect(await catchApiError(createEnvironment(local, 'copy', 'nowhere'))).toMatchObject({ status: 404 })
  expect(await catchApiError(createEnvironment(local, 'a b'))).toMatchObject({ status: 422 })
  await createEnvironment(local, 'second')
  expect(await catchApiError(createEnvironment(local, 'third'))).toMatchObject({ status: 403, name: 'AccessDenied' })
})

test('copies that are made at the same time are complete, and writes during a copy are in it or not, but never half', async () => {
  const local = await startSpace()
  for (let index = 0; index < 30; index += 1)
    await publishEntry(local, 'photo', `many-${index}`, { alt: `Photo ${index}` })
  const ids = ['a', 'b', 'c', 'd']
  await Promise.all([...ids.map((id) => createEnvironment(local, id)), changeAlt(local, 'master', 'Changed meanwhile')])
  for (const environmentId of ids) {
    const { items, total } = await local.client.entry.getMany({ environmentId, query: { limit: 100 } })
    expect(total).toBe(31)
    for (const { sys } of items) expect(sys.publishedVersion).toBe(sys.version - 1)
  }
})

test('a server that is killed during copies has complete environments or none', async () => {
  const local = await startSpace()
  for (let index = 0; index < 100; index += 1) await createDraftEntry(local, 'photo', `draft-${index}`, {})
  await local.stop()
  const child = fork(new URL('local-contentful-child.ts', import.meta.url), [local.folder])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [url] = await once(child, 'message')
  const client = createManagementClient(String(url))
  const ids = ['a', 'b', 'c', 'd', 'e']
  const copies = ids.map((environmentId) => client.environment.createWithId({ environmentId }, { name: environmentId }))
  const settled = Promise.allSettled(copies)
  await Promise.any(copies)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await settled

  await using restarted = await startTestContentful(local.folder)
  const environments = await restarted.client.environment.getMany({})
  expect(environments.total).toBeGreaterThan(1)
  for (const { sys } of environments.items)
    expect((await restarted.client.entry.getMany({ environmentId: sys.id, query: { limit: 1 } })).total).toBe(101)
  const missing = ids.filter((id) => !environments.items.some(({ sys }) => sys.id === id))
  for (const id of missing) expect((await createEnvironment(restarted, id)).sys.version).toBe(1)
})

test('a request that is received while its environment is deleted and created again changes nothing', async () => {
  const local = await startSpace()
  await createEnvironment(local, 'staging')
  const body = JSON.stringify({ fields: { alt: { 'en-US': 'Too late' } } })
  const slow = request(`${local.url}/spaces/local/environments/staging/entries/late`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${LOCAL_TOKENS.management}`,
      'content-type': 'application/json',
      'content-length': body.length,
      'x-contentful-content-type': 'photo',
      expect: '100-continue',
    },
  })
  slow.flushHeaders()
  await once(slow, 'continue') // the server has the headers
  slow.write(body.slice(0, 5))
  await local.client.environment.delete({ environmentId: 'staging' })
  await createEnvironment(local, 'staging')
  slow.end(body.slice(5))
  const [response] = await once(slow, 'response')
  response.resume()
  expect(response.statusCode).toBe(404)
  const late = local.client.entry.get({ environmentId: 'staging', entryId: 'late' })
  expect(await catchApiError(late)).toMatchObject({ status: 404 })
  expect((await local.client.entry.getMany({ environmentId: 'staging' })).total).toBe(1)
})

test('filters of webhooks match an alias only in requests that use it', async () => {
  const local = await startSpace()
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  await createEnvironment(local, 'release-1')
  const createWebhook = (topics: string[], filters: WebhookFilter[]) =>
    local.client.webhook.create({}, { name: 'Rebuild', url: receiver.url, topics, filters, headers: [] })
  await createWebhook(['EnvironmentAlias.*'], [])
  await createWebhook(
    ['Entry.publish'],
    [{ regexp: [{ doc: 'sys.environment.sys.id' }, { pattern: '^(live|main)$' }] }],
  )
  await createAlias(local, 'live', 'release-1')
  await changeAlt(local, 'release-1', 'Not by the alias')
  await changeAlt(local, 'live', 'By the alias')
  await flipAlias(local, 'live', 'master')
  await local.client.environmentAlias.delete({ environmentAliasId: 'live' })
  await expect.poll(() => receiver.requests).toHaveLength(4)
  expect(receiver.requests.map(({ headers }) => headers['x-contentful-topic']).sort()).toEqual([
    'ContentManagement.Entry.publish',
    'ContentManagement.EnvironmentAlias.create',
    'ContentManagement.EnvironmentAlias.delete',
    'ContentManagement.EnvironmentAlias.save',
  ])
  expect(receiver.requests.map(({ body }) => body).join()).toContain('By the alias')
})
