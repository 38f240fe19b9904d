import type { WebhookFilter } from 'contentful-management'
import { expect, onTestFinished, test } from 'vitest'
import { createContentfulClient } from './delivery-space.ts'
import { openRawConnection } from './raw-http.ts'
import { startSpace, type TestSpace } from './start-space.ts'
import { catchApiError, publishAsset, publishEntry, publishPhotoModel, sendRequest, toLink } from './test-contentful.ts'
import { createTestFolder } from './test-folder.ts'
import { startWebhookReceiver } from './webhook-receiver.ts'

/** Starts a space with one published photo. */
async function startPhotos(folder?: string) {
  const local = await startSpace(folder === undefined ? {} : { folder })
  onTestFinished(() => local.stop())
  await publishPhotoModel(local)
  await publishAsset(local, 'file')
  await publishEntry(local, 'photo', 'one', { alt: 'The first photo', file: toLink('Asset', 'file') })
  return local
}

const createEnvironment = ({ client }: TestSpace, environmentId: string, source?: string) =>
  client.environment.createWithId(
    { environmentId },
    { name: environmentId },
    source === undefined ? {} : { 'X-Contentful-Source-Environment': source },
  )

const readAlt = async ({ url }: TestSpace, environment: string) =>
  (await createContentfulClient(url, { environment }).getEntry('one', { include: 0 })).fields.alt

const changeAlt = async ({ client }: TestSpace, environmentId: string, alt: string) => {
  const params = { entryId: 'one', environmentId }
  const entry = await client.entry.get(params)
  const changed = await client.entry.update(params, { ...entry, fields: { ...entry.fields, alt: { 'en-US': alt } } })
  return client.entry.publish(params, changed)
}

const createAlias = ({ client }: TestSpace, environmentAliasId: string, id: string) =>
  client.environmentAlias.createWithId({ environmentAliasId }, { environment: toLink('Environment', id) })

const flipAlias = async ({ client }: TestSpace, environmentAliasId: string, id: string) => {
  const alias = await client.environmentAlias.get({ environmentAliasId })
  return client.environmentAlias.update({ environmentAliasId }, { ...alias, environment: toLink('Environment', id) })
}

// Recorded: contentful-management.rb, spec/fixtures/vcr_cassettes/environment/create.yml (queued), find.yml (ready).
test('a new environment is queued, then ready, and an independent copy of its source', async () => {
  const local = await startPhotos()
  const created = await createEnvironment(local, 'staging')
  expect(created).toMatchObject({
    name: 'staging',
    sys: { id: 'staging', version: 1, status: { sys: { id: 'queued' } } },
  })
  const { sys } = await local.client.environment.get({ environmentId: 'staging' })
  expect(sys).toMatchObject({ version: 1, status: { sys: { id: 'ready' } } })
  const source = await local.client.entry.get({ entryId: 'one' })
  const copy = await local.client.entry.get({ entryId: 'one', environmentId: 'staging' })
  expect(copy).toMatchObject({ sys: { version: source.sys.version, environment: { sys: { id: 'staging' } } } })
  expect(copy.fields).toEqual(source.fields)
  const params = { contentTypeId: 'photo', environmentId: 'staging' }
  const { controls } = await local.client.editorInterface.get({ contentTypeId: 'photo' })
  expect((await local.client.editorInterface.get(params)).controls).toEqual(controls)
  await changeAlt(local, 'staging', 'Changed in staging')
  expect(await readAlt(local, 'staging')).toBe('Changed in staging')
  expect(await readAlt(local, 'master')).toBe('The first photo')
  await createEnvironment(local, 'feature', 'staging')
  expect(await readAlt(local, 'feature')).toBe('Changed in staging')
  const { data } = await local.queryGraphql('{ photo(id: "one") { sys { environmentId } } }', {
    environment: 'feature',
  })
  expect(data).toEqual({ photo: { sys: { environmentId: 'feature' } } })
  const asset = await local.client.asset.get({ assetId: 'file', environmentId: 'feature' })
  expect((await fetch(`http:${asset.fields.file['en-US']?.url}`)).status).toBe(200)
})

test('lists, renames and deletes environments', async () => {
  const local = await startPhotos()
  const staging = await createEnvironment(local, 'staging')
  const renamed = await local.client.environment.update({ environmentId: 'staging' }, { ...staging, name: 'Rehearsal' })
  expect(renamed).toMatchObject({ name: 'Rehearsal', sys: { id: 'staging', version: 2 } })
  const conflict = local.client.environment.update({ environmentId: 'staging' }, { ...staging, name: 'Late' })
  expect(await catchApiError(conflict)).toMatchObject({ status: 409 })
  const headers = { 'x-contentful-version': '2' }
  const kept = await sendRequest(local, 'PUT', '/spaces/local/environments/staging', { headers, body: {} })
  expect(kept.body).toMatchObject({ name: 'Rehearsal', sys: { version: 3 } })
  await createAlias(local, 'live', 'master')
  const { items } = await local.client.environment.getMany({})
  expect(items.map(({ sys }) => sys.id).sort()).toEqual(['live', 'master', 'staging'])
  const { send, received, closed } = await openRawConnection(local.url)
  const tag = '{"name":"Late","sys":{"id":"late","visibility":"private"}}'
  send('PUT /spaces/local/environments/staging/tags/late HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n')
  send('Authorization: Bearer local-management\r\nContent-Type: application/json\r\nExpect: 100-continue\r\n')
  send(`Content-Length: ${tag.length}\r\n\r\n`)
  await expect.poll(received).toContain('100 Continue')
  await local.client.environment.delete({ environmentId: 'staging' })
  send(tag)
  expect(await closed(), 'the environment is deleted while the body arrives').toContain(' 404 ')
  expect(await catchApiError(local.client.environment.get({ environmentId: 'staging' }))).toMatchObject({ status: 404 })
  expect(await catchApiError(local.client.entry.getMany({ environmentId: 'staging' }))).toMatchObject({ status: 404 })
  const deleted = local.client.environment.delete({ environmentId: 'master' })
  expect(await catchApiError(deleted)).toMatchObject({ status: 403 })
  const recreated = await createEnvironment(local, 'staging')
  expect(recreated.sys.version).toBe(1)
  expect((await local.client.entry.getMany({ environmentId: 'staging' })).total).toBe(1)
})

test('an alias means another environment in every API, and can be flipped', async () => {
  const local = await startPhotos()
  await createEnvironment(local, 'release-1')
  await createEnvironment(local, 'release-2')
  await changeAlt(local, 'release-2', 'Release two')
  await createAlias(local, 'live', 'release-1')
  expect(await readAlt(local, 'live')).toBe('The first photo')
  // The links are those of the example in Contentful's documentation (Content Management API, Environment aliases).
  const { sys } = await local.client.environment.get({ environmentId: 'live' })
  expect(sys).toMatchObject({ id: 'live', aliasedEnvironment: { sys: { linkType: 'Environment', id: 'release-1' } } })
  expect(sys.aliases).toMatchObject([{ sys: { id: 'live' } }])
  expect(await flipAlias(local, 'live', 'release-2')).toMatchObject({ environment: { sys: { id: 'release-2' } } })
  expect(await readAlt(local, 'live')).toBe('Release two')
  const target = await local.client.environment.get({ environmentId: 'release-2' })
  expect(target.sys).toMatchObject({ aliases: [{ sys: { id: 'live' } }] })
  const entry = await local.client.entry.get({ entryId: 'one', environmentId: 'live' })
  expect(entry.sys.environment.sys.id).toBe('release-2')
  expect(await catchApiError(local.client.environment.delete({ environmentId: 'release-2' }))).toMatchObject({
    status: 400,
    message: expect.stringContaining('live'),
  })
  const alias = { environmentId: 'live' }
  for (const request of [
    local.client.environment.delete(alias),
    local.client.environment.update(alias, Object.assign({}, { sys, name: 'A' })),
  ])
    expect((await catchApiError(request)).message).toBe('"live" is an alias: change it with environment_aliases')
  expect((await catchApiError(flipAlias(local, 'live', 'nowhere'))).details?.errors).toEqual([
    { name: 'notResolvable', path: ['environment'], value: 'nowhere', details: 'There is no environment "nowhere"' },
  ])
  expect(await catchApiError(createAlias(local, 'release-1', 'release-2'))).toMatchObject({ status: 400 })
  await local.client.environmentAlias.delete({ environmentAliasId: 'live' })
  expect(await catchApiError(local.client.entry.getMany({ environmentId: 'live' }))).toMatchObject({ status: 404 })
})

test('master becomes an alias, its content stays, and the state survives a restart', async () => {
  const folder = await createTestFolder()
  const local = await startPhotos(folder)
  await createEnvironment(local, 'next')
  await changeAlt(local, 'next', 'The next release')
  await createAlias(local, 'master', 'next')
  expect(await readAlt(local, 'master')).toBe('The next release')
  const { items } = await local.client.environment.getMany({})
  const previous = items.map(({ sys }) => sys.id).find((id) => id.startsWith('master-')) ?? ''
  expect(await readAlt(local, previous)).toBe('The first photo')
  await flipAlias(local, 'master', previous)
  expect(await readAlt(local, 'master')).toBe('The first photo')
  const deleted = local.client.environmentAlias.delete({ environmentAliasId: 'master' })
  expect(await catchApiError(deleted)).toMatchObject({ status: 403 })
  await local.stop()
  await using restarted = await startSpace({ folder })
  expect(await readAlt(restarted, 'master')).toBe('The first photo')
  expect(await readAlt(restarted, 'next')).toBe('The next release')
})

test('rejects unknown sources, invalid ids, and more environments than the limit', async () => {
  await using local = await startSpace({ limits: { environments: 2 } })
  expect(await catchApiError(createEnvironment(local, 'copy', 'nowhere'))).toMatchObject({ status: 404 })
  expect(await catchApiError(createEnvironment(local, 'a b'))).toMatchObject({ status: 422 })
  await createEnvironment(local, 'second')
  expect(await catchApiError(createEnvironment(local, 'third'))).toMatchObject({ status: 403, name: 'AccessDenied' })
})

test('filters of webhooks match an alias only in requests that use it', async () => {
  const local = await startPhotos()
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  await createEnvironment(local, 'release-1')
  const filters: WebhookFilter[] = [{ regexp: [{ doc: 'sys.environment.sys.id' }, { pattern: '^(live|main)$' }] }]
  const webhook = { name: 'Rebuild', url: receiver.url, topics: ['Entry.publish'], filters, headers: [] }
  await local.client.webhook.create({}, webhook)
  await local.client.webhook.create({}, { ...webhook, topics: ['EnvironmentAlias.*'], filters: [] })
  await createAlias(local, 'live', 'release-1')
  await changeAlt(local, 'release-1', 'Not by the alias')
  await changeAlt(local, 'live', 'By the alias')
  await flipAlias(local, 'live', 'master')
  await expect.poll(() => receiver.requests).toHaveLength(3)
  const topics = receiver.requests.map(({ headers }) => headers['x-contentful-topic']).sort()
  const expected = ['Entry.publish', 'EnvironmentAlias.create', 'EnvironmentAlias.save']
  expect(topics).toEqual(expected.map((topic) => `ContentManagement.${topic}`))
  expect(receiver.requests.map(({ body }) => body).join()).toContain('By the alias')
})
