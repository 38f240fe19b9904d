import { verifyRequest } from '@contentful/node-apps-toolkit'
import type { CreateWebhooksProps } from 'contentful-management'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import {
  type ReceivedWebhook,
  startWebhookReceiver,
  type WebhookReaction,
} from '#tests/setup/server/webhook-receiver.ts'
import { catchApiError, createDraftEntry, publishPhotoModel, startTestContentful } from './test-contentful.ts'

const SECRET = '0123456789abcdef'.repeat(4)

const WAITS = [5, 10]

/** A space with photos, and somebody who is called. */
async function begin(
  react?: (call: ReceivedWebhook, before: number) => WebhookReaction,
  webhookRetryDelaysMs: readonly number[] = WAITS,
) {
  const local = await startTestContentful(undefined, { webhookRetryDelaysMs })
  onTestFinished(() => local[Symbol.asyncDispose]())
  const receiver = await startWebhookReceiver(react)
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  await publishPhotoModel(local)
  const hook = (definition: Partial<CreateWebhooksProps> = {}, id = 'rebuild') =>
    local.client.webhook.update(
      { webhookDefinitionId: id },
      Object.assign(
        { name: 'Rebuild', url: `${receiver.url}/hooks?site=1`, topics: ['Entry.publish'], ...definition },
        { sys: { version: 0 } },
      ),
    )
  return { local, client: local.client, receiver, hook }
}

type Space = Awaited<ReturnType<typeof begin>>

const publish = async ({ client, local }: Space, id: string) =>
  client.entry.publish({ entryId: id }, await createDraftEntry(local, 'photo', id, { alt: `Photo ${id}` }))

/** Polls: the log is written when the answer has been read, a moment after the receiver gave it. */
async function calls({ client }: Space, count: number, webhookDefinitionId = 'rebuild') {
  return await expect
    .poll(async () => (await client.webhook.getManyCallDetails({ webhookDefinitionId })).items)
    .toHaveLength(count)
    .then(async () => (await client.webhook.getManyCallDetails({ webhookDefinitionId })).items)
}

const withSys = z.looseObject({ sys: z.looseObject({ id: z.string() }) })
const sysOf = ({ body }: ReceivedWebhook) => withSys.parse(JSON.parse(body)).sys
const topicOf = ({ headers }: ReceivedWebhook) => headers['x-contentful-topic']

function signatureFits({ method, path, headers, body }: ReceivedWebhook, secret: string) {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const isMethod = z.literal('POST').parse(method)
  return verifyRequest(secret, { method: isMethod, path, headers: given, body }, 0)
}

test('a publish is told of, with the entity as the management API answers it', async () => {
  const space = await begin()
  await space.hook({ headers: [{ key: 'X-Site', value: 'main' }] })
  const published = await publish(space, 'told')
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
  await calls(space, 1)
  expect(space.receiver.requests).toHaveLength(1)
})

test('the official check accepts the signature, and nothing that was changed on the way', async () => {
  const space = await begin()
  await space.client.webhook.upsertSigningSecret({}, { value: SECRET })
  await space.hook({
    url: `${space.receiver.url}/a%20b/ü?site=1&x=%C3%BC`,
    headers: [{ key: 'X-Site', value: ' main ' }],
  })
  await publish(space, 'signed')
  const [call] = await space.receiver.waitForRequests(1)
  if (!call) throw new Error('Nothing arrived')
  expect(signatureFits(call, SECRET)).toBe(true)
  expect(signatureFits(call, SECRET.replace('0', '1'))).toBe(false)
  expect(signatureFits({ ...call, body: call.body.replace('signed', 'forged') }, SECRET)).toBe(false)
  expect(signatureFits({ ...call, path: '/elsewhere' }, SECRET)).toBe(false)
  for (const name of ['x-contentful-topic', 'x-contentful-timestamp', 'x-site'])
    expect(signatureFits({ ...call, headers: { ...call.headers, [name]: '1789000000000' } }, SECRET)).toBe(false)

  await space.client.webhook.deleteSigningSecret({})
  await publish(space, 'unsigned')
  const [, second] = await space.receiver.waitForRequests(2)
  expect(second?.headers).not.toHaveProperty('x-contentful-signature')
})

test('the secret is set, shown by its end only, and taken away', async () => {
  const { client } = await begin()
  expect(await catchApiError(client.webhook.getSigningSecret({}))).toMatchObject({ status: 404 })
  expect(await catchApiError(client.webhook.upsertSigningSecret({}, { value: 'short' }))).toMatchObject({ status: 422 })
  const set = await client.webhook.upsertSigningSecret({}, { value: SECRET })
  expect(set).toMatchObject({ sys: { type: 'WebhookSigningSecret' }, redactedValue: 'cdef' })
  expect(await client.webhook.getSigningSecret({})).toEqual(set)
  await client.webhook.deleteSigningSecret({})
  expect(await catchApiError(client.webhook.getSigningSecret({}))).toMatchObject({ status: 404 })
})

test('each change has its topic, in order', async () => {
  const space = await begin()
  await space.hook({ topics: ['*.*'] })
  const params = { entryId: 'life' }
  const published = await publish(space, 'life')
  await space.client.entry.update(params, { ...published, fields: { alt: { 'en-US': 'Another photo' } } })
  await space.client.entry.unpublish(params)
  await space.client.entry.archive(params)
  await space.client.entry.unarchive(params)
  await space.client.entry.delete(params)
  const told = await space.receiver.waitForRequests(7)
  expect(told.map(topicOf)).toEqual(
    ['create', 'publish', 'save', 'unpublish', 'archive', 'unarchive', 'delete'].map(
      (action) => `ContentManagement.Entry.${action}`,
    ),
  )
  expect(told.map((call) => sysOf(call).id)).toEqual(Array.from({ length: 7 }, () => 'life'))
})

test('topics and filters say who is told of what', async () => {
  const space = await begin()
  const byType = { doc: 'sys.contentType.sys.id' } as const
  await space.hook({ filters: [{ in: [byType, ['photo']] }] }, 'photos')
  await space.hook({ filters: [{ equals: [byType, 'album'] }] }, 'albums')
  await space.hook({ topics: ['Asset.*', 'ContentType.publish'] }, 'others')
  await space.hook({ active: false }, 'asleep')
  await publish(space, 'filtered')
  await calls(space, 1, 'photos')
  expect(space.receiver.requests.map(topicOf)).toEqual(['ContentManagement.Entry.publish'])
  for (const id of ['albums', 'others', 'asleep']) await calls(space, 0, id)
})

test.each([
  ['503', [503, 429, 200]],
  ['a lost connection', ['cut', 'cut', 200]],
] as const)('after %s it is told again, the same, until it has arrived', async (_, reactions) => {
  const space = await begin((_, before) => reactions[before] ?? 500)
  await space.hook()
  await publish(space, 'again')
  const told = await space.receiver.waitForRequests(3)
  const kept = ['x-contentful-idempotency-key', 'x-contentful-topic'] as const
  expect(new Set(told.map(({ body, headers }) => [body, ...kept.map((name) => headers[name])].join())).size).toBe(1)
  const [latest] = await calls(space, 3)
  expect(latest).toMatchObject({ statusCode: 200, errors: [] })
})

test.each([
  ['fails for good', 500, 1 + WAITS.length],
  ['does not want it', 404, 1],
  ['sends it elsewhere', 302, 1],
] as const)('a receiver that %s is not asked for ever', async (_, status, attempts) => {
  const space = await begin(() => status)
  await space.hook()
  await publish(space, 'refused')
  const log = await calls(space, attempts)
  expect(log.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: attempts }, () => status))
  expect(space.receiver.requests).toHaveLength(attempts)
})

test('while one thing waits for its turn, others are told of; the order of each is kept', async () => {
  const space = await begin((_, before) => (before === 0 ? 503 : 200), [1_500])
  await space.hook({ topics: ['Entry.create', 'Entry.publish'] })
  await publish(space, 'slow')
  await space.receiver.waitForRequests(1)
  await publish(space, 'quick')
  const told = await space.receiver.waitForRequests(5)
  expect(told.map((call) => `${sysOf(call).id} ${topicOf(call)}`)).toEqual([
    'slow ContentManagement.Entry.create',
    'quick ContentManagement.Entry.create',
    'quick ContentManagement.Entry.publish',
    'slow ContentManagement.Entry.create',
    'slow ContentManagement.Entry.publish',
  ])
})

test('a hundred things at once are all told of', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  onTestFinished(() => void process.off('warning', warn))
  const space = await begin()
  await space.hook({ topics: ['Entry.create'] })
  const ids = Array.from({ length: 100 }, (_, index) => `thing-${index}`)
  await Promise.all(ids.map((id) => createDraftEntry(space.local, 'photo', id, {})))
  const told = await space.receiver.waitForRequests(100)
  expect(told.map((call) => sysOf(call).id).sort()).toEqual(ids.sort())
  expect(warnings).toEqual([])
})

test('calls are listed, with what was sent and answered, and the health of all', async () => {
  const space = await begin((_, before) => (before === 0 ? 500 : 200))
  await space.hook({ headers: [{ key: 'X-Key', value: 'hidden-value', secret: true }] })
  await publish(space, 'listed')
  const webhookDefinitionId = 'rebuild'
  const [second, first] = await calls(space, 2)
  expect(first).toMatchObject({ eventType: 'publish', statusCode: 500, url: `${space.receiver.url}/hooks?site=1` })
  const details = await space.client.webhook.getCallDetails({ webhookDefinitionId, callId: second?.sys.id ?? '' })
  expect(details).toMatchObject({
    statusCode: 200,
    request: { method: 'POST', body: space.receiver.requests[1]?.body },
    response: { statusCode: 200, body: 'Thank you' },
  })
  expect(JSON.stringify(details)).not.toContain('hidden-value')
  expect(space.receiver.requests[0]?.headers).toMatchObject({ 'x-key': 'hidden-value' })
  const health = await space.client.webhook.getHealthStatus({ webhookDefinitionId })
  expect(health.calls).toEqual({ total: 2, healthy: 1 })
  const query = { limit: 1 }
  const page = await space.client.webhook.getManyCallDetails({ webhookDefinitionId, query })
  expect(page).toMatchObject({ total: 2, limit: 1, items: [{ sys: { id: second?.sys.id } }] })
})

test('definitions are written, listed, changed and deleted; a secret header is never answered, and stays', async () => {
  const space = await begin()
  const { client } = space
  const headers = [{ key: 'X-Key', value: 'hidden-value', secret: true }]
  const made = await client.webhook.create({}, { name: 'A', url: space.receiver.url, topics: ['*.publish'], headers })
  expect(made).toMatchObject({ sys: { type: 'WebhookDefinition', version: 1 }, active: true, filters: [] })
  const params = { webhookDefinitionId: made.sys.id }
  const changed = await client.webhook.update(params, { ...made, name: 'B' })
  expect(changed).toMatchObject({ name: 'B', sys: { version: 2 }, headers: [{ key: 'X-Key', secret: true }] })
  expect(await client.webhook.get(params)).toEqual(changed)
  expect((await client.webhook.getMany({ query: { limit: 10 } })).items).toEqual([changed])
  expect(JSON.stringify([made, changed])).not.toContain('hidden-value')
  expect(await catchApiError(client.webhook.update(params, made))).toMatchObject({ status: 409 })

  await publish(space, 'kept')
  const [call] = await space.receiver.waitForRequests(1)
  expect(call?.headers).toMatchObject({ 'x-key': 'hidden-value', 'x-contentful-webhook-name': 'B' })
  await client.webhook.delete(params)
  expect(await catchApiError(client.webhook.get(params))).toMatchObject({ status: 404 })
})

test.each([
  ['an address elsewhere', { url: 'https://example.com/hook' }, 'this machine'],
  ['an address that only begins like here', { url: 'http://127.0.0.1.example.com/' }, 'this machine'],
  ['an address with a password', { url: 'http://me:secret@127.0.0.1:1/' }, 'this machine'],
  ['an address that is none', { url: 'rebuild' }, 'this machine'],
  ['a topic that nobody hears of here', { topics: ['Task.create'] }, 'ContentType, Entry and Asset'],
  ['a filter that is not here', { filters: [{ regexp: [{ doc: 'sys.id' }, { pattern: 'a' }] }] }, 'regexp'],
  ['a filter of something else', { filters: [{ equals: [{ doc: 'fields.alt' }, 'a'] }] }, 'sys.contentType.sys.id'],
  ['a transformation', { transformation: { method: 'PUT' } }, 'transformation'],
  ['a password', { httpBasicUsername: 'me', httpBasicPassword: 'secret' }, 'httpBasicUsername'],
  ['a header of our own', { headers: [{ key: 'X-Contentful-Topic', value: 'a' }] }, 'cannot be set'],
  ['a secret header without its value', { headers: [{ key: 'X-Key', secret: true }] }, 'X-Key'],
])('%s is refused by name', async (_, part, name) => {
  const { local } = await begin()
  const response = await fetch(`${local.url}/spaces/local/webhook_definitions`, {
    method: 'POST',
    headers: { authorization: 'Bearer local-management', 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A', url: 'http://localhost:1/', topics: ['*.*'], ...part }),
  })
  expect(response.status).toBe(422)
  expect(await response.text()).toContain(name)
})

test('definitions and secret are there after a restart, and a server that ends gives up what it could not deliver', async () => {
  const first = await startTestContentful(undefined, { webhookRetryDelaysMs: [60_000] })
  onTestFinished(() => first[Symbol.asyncDispose]())
  const params = { webhookDefinitionId: 'kept' }
  // Nobody listens there.
  await first.client.webhook.update(params, {
    ...{ name: 'Kept', url: 'http://127.0.0.1:1/', topics: ['ContentType.*'] },
    ...{ sys: { version: 0 } },
  })
  await first.client.webhook.upsertSigningSecret({}, { value: SECRET })
  await publishPhotoModel(first)
  await expect.poll(async () => (await first.client.webhook.getManyCallDetails(params)).total).toBeGreaterThan(0)
  const [call] = (await first.client.webhook.getManyCallDetails(params)).items
  expect(call).toMatchObject({ statusCode: 0, errors: [expect.stringMatching(/./)] })
  const start = performance.now()
  await first.stop()
  expect(performance.now() - start).toBeLessThan(5_000)

  await using second = await startTestContentful(first.folder)
  expect(await second.client.webhook.get(params)).toMatchObject({ name: 'Kept', sys: { version: 1 } })
  expect(await second.client.webhook.getSigningSecret({})).toMatchObject({ redactedValue: 'cdef' })
  expect((await second.client.webhook.getManyCallDetails(params)).items).toEqual([])
})
