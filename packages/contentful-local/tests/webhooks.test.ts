import { verifyRequest } from '@contentful/node-apps-toolkit'
import type { CreateWebhooksProps } from 'contentful-management'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { startSpace } from './start-space.ts'
import {
  catchApiError,
  publishAsset,
  publishContentType,
  publishEntry,
  publishPhotoModel,
  sendRequest,
  toLink,
} from './test-contentful.ts'
import { createTestFolder } from './test-folder.ts'
import { type ReceivedWebhook, startWebhookReceiver, type WebhookReaction } from './webhook-receiver.ts'

const SECRET = '0123456789abcdef'.repeat(4)

const RETRY_DELAYS_MS = [5, 10]

/** Starts a space with photos and a webhook receiver. */
async function startSpaceWithReceiver(
  respond?: Parameters<typeof startWebhookReceiver>[0],
  webhookRetryDelaysMs: readonly number[] = RETRY_DELAYS_MS,
) {
  const local = await startSpace({ webhookRetryDelaysMs })
  onTestFinished(() => local.stop())
  const receiver = await startWebhookReceiver(respond)
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  await publishPhotoModel(local)
  const saveWebhook = (definition: Partial<CreateWebhooksProps> = {}, id = 'rebuild') =>
    local.client.webhook.update(
      { webhookDefinitionId: id },
      Object.assign(
        { name: 'Rebuild', url: `${receiver.url}/hooks?site=1`, topics: ['Entry.publish'], ...definition },
        { sys: { version: 0 } },
      ),
    )
  return { local, client: local.client, receiver, saveWebhook }
}

type ReceivingSpace = Awaited<ReturnType<typeof startSpaceWithReceiver>>

const publishPhoto = ({ local }: ReceivingSpace, id: string) => publishEntry(local, 'photo', id, { alt: `Photo ${id}` })

const withSys = z.looseObject({ sys: z.looseObject({ id: z.string() }) })
const parseSys = ({ body }: ReceivedWebhook) => withSys.parse(JSON.parse(body)).sys
const getTopic = ({ headers }: ReceivedWebhook) => headers['x-contentful-topic']

test('calls the webhook after a publish, with the entry in the format of the management API', async () => {
  const space = await startSpaceWithReceiver()
  await space.saveWebhook({ headers: [{ key: 'X-Site', value: 'main' }] })
  const published = await publishPhoto(space, 'entry')
  const [call] = await space.receiver.waitForRequests(1)
  expect(call).toMatchObject({
    method: 'POST',
    path: '/hooks?site=1',
    headers: {
      'content-type': 'application/vnd.contentful.management.v1+json',
      'x-contentful-topic': 'ContentManagement.Entry.publish',
      'x-contentful-webhook-name': 'Rebuild',
      'x-site': 'main',
    },
  })
  expect(JSON.parse(call?.body ?? '')).toEqual(JSON.parse(JSON.stringify(published)))
  expect(space.receiver.requests).toHaveLength(1)
})

test('sends each change once, in the order of the changes of an entity, and nothing for a request that is refused', async () => {
  const space = await startSpaceWithReceiver()
  await space.saveWebhook({ topics: ['ContentType.*', 'Entry.*', 'Asset.*'] })
  const { client } = space
  await publishContentType(space.local, { id: 'note', fields: [{ id: 'text', type: 'Symbol' }] })
  const params = { contentTypeId: 'note', entryId: 'a', assetId: 'a' }
  const entry = await client.entry.createWithId(params, { fields: {} })
  await catchApiError(client.entry.update(params, { ...entry, fields: { none: { 'en-US': 'x' } } }))
  await client.entry.publish(params, await client.entry.update(params, entry))
  await client.entry.unpublish(params)
  await client.entry.archive(params)
  await client.entry.unarchive(params)
  await client.entry.delete(params)
  await publishAsset(space.local, 'a')
  await client.contentType.unpublish(params)
  await client.contentType.delete(params)
  await catchApiError(client.contentType.delete(params))
  const sent = {
    ContentType: ['create', 'publish', 'unpublish', 'delete'],
    Entry: ['create', 'save', 'publish', 'unpublish', 'archive', 'unarchive', 'delete'],
    Asset: ['create', 'save', 'publish'],
  }
  await space.receiver.waitForRequests(Object.values(sent).flat().length)
  const topics = space.receiver.requests.map((call) => String(getTopic(call)).split('.'))
  for (const [type, changes] of Object.entries(sent))
    expect(topics.filter(([, name]) => name === type).map(([, , change]) => change)).toEqual(changes)
})

test('the official verifier accepts the signature, which a space without a secret does not send', async () => {
  const space = await startSpaceWithReceiver()
  await space.client.webhook.upsertSigningSecret({}, { value: SECRET })
  await space.saveWebhook({
    url: `${space.receiver.url}/a%20b/ü?site=1&x=%C3%BC`,
    headers: [
      { key: 'X-Site', value: ' main ' },
      { key: 'Content-Type', value: 'application/json' },
    ],
  })
  await publishPhoto(space, 'signed')
  const [call] = await space.receiver.waitForRequests(1)
  if (!call) throw new Error('Nothing arrived')
  const headers = Object.fromEntries(Object.entries(call.headers).map(([name, value]) => [name, String(value)]))
  expect(headers['content-type']).toBe('application/json')
  expect(verifyRequest(SECRET, { method: 'POST', path: call.path, headers, body: call.body }, 0)).toBe(true)

  await space.client.webhook.deleteSigningSecret({})
  await publishPhoto(space, 'unsigned')
  const [, second] = await space.receiver.waitForRequests(2)
  expect(second?.headers).not.toHaveProperty('x-contentful-signature')
})

test('repeats the same request after errors and lost connections until it succeeds', async () => {
  const reactions = [503, 429, 'cut', 200] as const
  const space = await startSpaceWithReceiver((_, before) => reactions[before] ?? 500, [5, 5, 5])
  await space.saveWebhook()
  await publishPhoto(space, 'again')
  const requests = await space.receiver.waitForRequests(4)
  const key = 'x-contentful-idempotency-key'
  expect(new Set(requests.map(({ body, headers }) => `${headers[key]} ${body}`)).size).toBe(1)
})

test.each([
  ['always fails', 500, 1 + RETRY_DELAYS_MS.length],
  ['responds 404', 404, 1],
  ['redirects', 302, 1],
] as const)('stops calling a receiver that %s', async (_, status, attempts) => {
  const space = await startSpaceWithReceiver(() => status)
  await space.saveWebhook({ topics: ['Entry.publish', 'Entry.unpublish'] })
  await publishPhoto(space, 'refused')
  await space.client.entry.unpublish({ entryId: 'refused' })
  // Changes of one entry are sent in order.
  const requests = await space.receiver.waitForRequests(attempts + 1)
  expect(requests.slice(0, attempts + 1).map(getTopic)).toEqual([
    ...Array.from({ length: attempts }, () => 'ContentManagement.Entry.publish'),
    'ContentManagement.Entry.unpublish',
  ])
})

test('a call that is not answered delays calls for the same entry only, and keeps their order', async () => {
  const answer = Promise.withResolvers<WebhookReaction>()
  const space = await startSpaceWithReceiver((_, before) => (before === 0 ? answer.promise : 200))
  await space.saveWebhook({ topics: ['Entry.create', 'Entry.publish'] })
  await publishPhoto(space, 'slow')
  await space.receiver.waitForRequests(1)
  await publishPhoto(space, 'quick')
  await space.receiver.waitForRequests(3)
  answer.resolve(503)
  const requests = await space.receiver.waitForRequests(5)
  expect(requests.map((call) => `${parseSys(call).id} ${getTopic(call)}`)).toEqual([
    'slow ContentManagement.Entry.create',
    'quick ContentManagement.Entry.create',
    'quick ContentManagement.Entry.publish',
    'slow ContentManagement.Entry.create',
    'slow ContentManagement.Entry.publish',
  ])
})

test('a webhook that is deactivated is not called again', async () => {
  const answer = Promise.withResolvers<WebhookReaction>()
  const space = await startSpaceWithReceiver((_, before) => (before === 0 ? answer.promise : before === 1 ? 503 : 200))
  const saved = await space.saveWebhook()
  await space.saveWebhook({ topics: ['Entry.unpublish'] }, 'other')
  await publishPhoto(space, 'a')
  await space.receiver.waitForRequests(1)
  await space.client.webhook.update({ webhookDefinitionId: 'rebuild' }, { ...saved, active: false })
  answer.resolve(503)
  await space.client.entry.unpublish({ entryId: 'a' })
  // The retry of the other one begins later, after the same time.
  const topics = (await space.receiver.waitForRequests(3)).map(getTopic)
  expect(topics).toEqual(['publish', 'unpublish', 'unpublish'].map((change) => `ContentManagement.Entry.${change}`))
})

test('creates, lists, updates and deletes definitions; secrets are sent, but never returned', async () => {
  const space = await startSpaceWithReceiver()
  const { client } = space
  const definition = { name: 'A', url: space.receiver.url, topics: ['*.publish'] }
  const headers = [{ key: 'X-Key', value: 'hidden-value', secret: true }]
  const authorization = { httpBasicUsername: 'ann', httpBasicPassword: 'secret-word' }
  const created = await client.webhook.create({}, { ...definition, headers, ...authorization })
  expect(created).toMatchObject({ sys: { type: 'WebhookDefinition', version: 1 }, active: true, filters: null })
  const params = { webhookDefinitionId: created.sys.id }
  const changed = await client.webhook.update(params, { ...created, name: 'B' })
  expect(changed).toMatchObject({ name: 'B', sys: { version: 2 }, headers: [{ key: 'X-Key', secret: true }] })
  expect(await client.webhook.get(params)).toEqual(changed)
  expect((await client.webhook.getMany({ query: { limit: 10 } })).items).toEqual([changed])
  expect(JSON.stringify([created, changed])).not.toMatch(/hidden-value|secret-word/)
  expect(await catchApiError(client.webhook.update(params, created))).toMatchObject({ status: 409 })

  await publishPhoto(space, 'kept')
  const [call] = await space.receiver.waitForRequests(1)
  expect(call?.headers).toMatchObject({
    'x-key': 'hidden-value',
    'x-contentful-webhook-name': 'B',
    authorization: `Basic ${Buffer.from('ann:secret-word').toString('base64')}`,
    'transfer-encoding': 'chunked', // Contentful's documentation: Configure a webhook
  })
  const shown = client.webhook.update(params, Object.assign({}, changed, { headers: [{ key: 'X-Key' }] }))
  expect(await catchApiError(shown)).toMatchObject({ status: 422 })
  await client.webhook.update(params, { ...changed, httpBasicUsername: 'bob' })
  await publishPhoto(space, 'other-user')
  const [, second] = await space.receiver.waitForRequests(2)
  expect(second?.headers.authorization).toBe(`Basic ${Buffer.from('bob:').toString('base64')}`)
  await client.webhook.delete(params)
  expect(await catchApiError(client.webhook.get(params))).toMatchObject({ status: 404 })
})

test('rejects what the local Contentful does not support, with a message', async () => {
  await using local = await startSpace()
  const changes = ['*', 'create', 'save', 'publish', 'unpublish', 'archive', 'unarchive', 'delete']
  const topics = [
    ...['*', 'ContentType', 'Entry', 'Asset'].flatMap((type) => changes.map((change) => `${type}.${change}`)),
    ...['*', 'create', 'save', 'delete', 'execute'].map((change) => `ScheduledAction.${change}`),
    ...['*', 'create', 'save', 'delete'].map((change) => `EnvironmentAlias.${change}`),
  ]
  const headers = [{ key: "X!#$%&'*+.^`|~-_1", value: '\t ~' }]
  const all = { name: ` ${'~'.repeat(255)}`, url: 'https://[::1]/{ /', topics, headers }
  const accepted = await sendRequest(local, 'POST', '/spaces/local/webhook_definitions', { body: all })
  expect([accepted.status, accepted.text]).toEqual([422, expect.stringContaining('Use a receiver that converts')])
  const body = { ...all, url: 'https://[::1]/' }
  expect((await sendRequest(local, 'POST', '/spaces/local/webhook_definitions', { body })).body).toMatchObject(body)
  for (const [changes, expectedText] of [
    [{ url: 'http://127.0.0.1.example.com/' }, 'this machine'],
    [{ url: 'http://:word@127.0.0.1/' }, 'without a password'],
    ...['Task.create', 'Entry.execute', 'ScheduledAction.publish', 'EnvironmentAlias.publish', 'Entry.save2'].map(
      (topic) => [{ topics: ['*.*', topic] }, 'ContentType, Entry and Asset'] as const,
    ),
    [{ topics: [] }, '"path":["topics"]'],
    ...['', 'é', 'x'.repeat(257)].map((name) => [{ name }, 'from 1 to 256 characters'] as const),
    [{ filters: [{ regexp: [{ doc: 'sys.id' }, { pattern: '(' }] }] }, 'Not a regular expression'],
    [{ url: 'http://localhost:1/{ /payload/sys/id }' }, 'Use a receiver that converts'],
    [{ filters: [{ equals: [{ doc: 'fields.alt' }, 'a'] }] }, 'sys.contentType.sys.id'],
    [{ filters: [{ equals: [{ doc: 'sys.id' }, 'a'], in: [{ doc: 'sys.id' }, ['a']] }] }, 'exactly one of equals'],
    ...['Host', 'Connection', 'Content-Length', 'Transfer-Encoding', 'X-Contentful-Topic'].map(
      (key) =>
        [
          {
            headers: [
              { key: 'X-A', value: 'a' },
              { key, value: 'a' },
            ],
          },
          'cannot be set',
        ] as const,
    ),
    [{ headers: [{ key: 'X A', value: 'a' }] }, '"path":["headers",0,"key"]'],
    [{ headers: [{ key: 'X-A', value: 'é' }] }, '"path":["headers",0,"value"]'],
    [{ headers: [{ key: 'X-Key', secret: true }] }, 'X-Key'],
  ] as const) {
    const body = { name: 'A', url: 'http://localhost:1/', topics: ['*.*'], ...changes }
    const response = await sendRequest(local, 'POST', '/spaces/local/webhook_definitions', { body })
    expect(response).toMatchObject({ status: 422, text: expect.stringContaining(expectedText) })
  }
})

test('definitions and secret survive a restart, and shutdown drops undelivered calls', async () => {
  const folder = await createTestFolder()
  const first = await startSpace({ folder, webhookRetryDelaysMs: [60_000] })
  onTestFinished(() => first.stop())
  // No server listens on this port.
  const definition = { name: 'Kept', url: 'http://127.0.0.1:1/', topics: ['ContentType.*'], headers: [] }
  const created = await first.client.webhook.create({}, definition)
  const short = first.client.webhook.upsertSigningSecret({}, { value: 'short' })
  expect(await catchApiError(short)).toMatchObject({ status: 422 })
  await first.client.webhook.upsertSigningSecret({}, { value: SECRET })
  await publishPhotoModel(first)
  await first.stop()

  await using second = await startSpace({ folder })
  expect((await second.client.webhook.getMany({})).items).toEqual([created])
  const time = expect.any(String)
  const sys = { type: 'WebhookSigningSecret', id: 'signing_secret', space: toLink('Space', 'local') }
  const secret = { redactedValue: 'cdef', sys: { ...sys, createdAt: time, updatedAt: time } }
  expect(await second.client.webhook.getSigningSecret({})).toEqual(secret)
  await second.client.webhook.deleteSigningSecret({})
  expect(await catchApiError(second.client.webhook.getSigningSecret({}))).toMatchObject({ status: 404 })
})
