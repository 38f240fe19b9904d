import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { openRawConnection } from '#tests/setup/server/raw-http.ts'
import {
  createSignedWebhook as call,
  WEBHOOK_PATH as PATH,
  type SignedWebhook,
  WEBHOOK_SECRET,
} from '#tests/setup/server/signed-webhook.ts'
import type { ContentChange, PublishingStore } from './publishing-options.ts'
import { addPublishingRoutes } from './publishing-routes.ts'
import { createMemoryPublishingStore } from './publishing-store.ts'

function begin(secret = WEBHOOK_SECRET, store?: PublishingStore) {
  const touched: ContentChange[] = []
  const server = fastify()
  onTestFinished(() => server.close())
  addPublishingRoutes(server, {
    secret,
    ...(store && { store }),
    rebuilds: {
      enqueue: (each) => void touched.push(each),
      getState: () => ({ status: 'ok', lastRebuild: null, failures: [], isRebuilding: false }),
      onRebuilt: () => {},
      close: async () => {},
    },
  })
  const send = ({ headers, body, url = PATH }: SignedWebhook & { url?: string }) =>
    server.inject({ method: 'POST', url, headers, payload: body })
  return { server, touched, send }
}

test('a signed call is taken at once, and says what was touched', async () => {
  const { send, touched } = begin()
  expect((await send(call())).statusCode).toBe(202)
  expect((await send(call({ topic: 'Asset.publish', key: 'two' }))).statusCode).toBe(202)
  expect(touched).toEqual([
    { contentTypes: new Set(['galleryImage']), assets: false, anything: false },
    { contentTypes: new Set(), assets: true, anything: false },
  ])
})

test('a path with a query is signed with it', async () => {
  const url = `${PATH}?site=1&x=%C3%BC`
  const { send } = begin()
  expect((await send({ ...call({ url }), url })).statusCode).toBe(202)
  expect((await send({ ...call({ url, key: 'two' }), url: `${PATH}?site=2` })).statusCode).toBe(401)
})

test.each(['unpublish', 'delete', 'archive', 'unarchive'])('%s is a change for visitors', async (event) => {
  const { send, touched } = begin()
  expect((await send(call({ topic: `Entry.${event}` }))).statusCode).toBe(202)
  expect(touched).toHaveLength(1)
})

test.each(['Entry.save', 'Entry.auto_save', 'Entry.create', 'ContentType.publish', 'Task.create'])(
  '%s changes nothing for visitors',
  async (topic) => {
    const { send, touched } = begin()
    expect((await send(call({ topic }))).statusCode).toBe(200)
    expect(touched).toEqual([])
  },
)

test.each([
  ['a deleted entry without its type', '{"sys":{"type":"DeletedEntry","id":"a"}}'],
  ['a payload of its own', '["changed"]'],
  ['no JSON', 'changed'],
  ['nothing', ''],
])('%s may have been on any page', async (_, body) => {
  const { send, touched } = begin()
  expect((await send(call({ body, topic: 'Entry.delete' }))).statusCode).toBe(202)
  expect(touched).toMatchObject([{ anything: true }])
})

test('a repeat under the same key is thanked for, and rebuilds nothing', async () => {
  const { send, touched } = begin()
  await send(call({ time: Date.now() - 1_000 }))
  const answer = await send(call())
  expect([answer.statusCode, answer.body]).toEqual([200, 'Nothing to do'])
  expect(touched).toHaveLength(1)
})

test('a replay rebuilds nothing, whatever key somebody gives it', async () => {
  const { send, touched } = begin()
  const { headers, body } = call()
  await send({ headers, body })
  expect((await send({ headers, body })).statusCode).toBe(200)
  expect((await send({ headers: { ...headers, 'x-contentful-idempotency-key': 'two' }, body })).statusCode).toBe(401)
  expect(touched).toHaveLength(1)
})

test('a call of five minutes ago is refused, so that no replay outlives the memory of it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, touched } = begin()
  const first = call({ time: Date.now() + 299_000 })
  expect((await send(first)).statusCode).toBe(202)
  for (const minutes of [4, 4, 4, 60]) {
    vi.advanceTimersByTime(minutes * 60_000)
    expect((await send(first)).statusCode).not.toBe(202)
  }
  expect(touched).toHaveLength(1)
})

const { headers, body } = call({ key: 'three' })
test.each<[string, SignedWebhook]>([
  ['no signature', { headers: { ...headers, 'x-contentful-signature': '' }, body }],
  ['a wrong signature', { headers: { ...headers, 'x-contentful-signature': 'a'.repeat(64) }, body }],
  ['another body', { headers, body: body.replace('"a"', '"b"') }],
  ['another topic', { headers: { ...headers, 'x-contentful-topic': 'ContentManagement.Asset.publish' }, body }],
  ['another time', { headers: { ...headers, 'x-contentful-timestamp': `${Date.now() + 1}` }, body }],
  ['no time', { headers: { ...headers, 'x-contentful-timestamp': '' }, body }],
  ['too old a time', call({ time: Date.now() - 301_000 })],
  ['a time to come', call({ time: Date.now() + 310_000 })],
  ['fewer signed headers', { headers: { ...headers, 'x-contentful-signed-headers': 'x-contentful-timestamp' }, body }],
])('with %s it is refused, without a word why', async (_, forged) => {
  const { send, touched } = begin()
  const answer = await send(forged)
  expect([answer.statusCode, answer.body]).toEqual([401, 'Not signed by Contentful'])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(touched).toEqual([])
})

test('what is too large is refused before it is read', async () => {
  const { send, touched } = begin()
  expect((await send(call({ body: 'a'.repeat(1_000_001) }))).statusCode).toBe(413)
  expect(touched).toEqual([])
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'] as const)('%s is not for webhooks', async (method) => {
  const answer = await begin().server.inject({ method, url: PATH })
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
})

test('a secret that Contentful cannot have signed with is said at the start, not repeated', () => {
  const problem = () => begin('short-secret')
  expect(problem).toThrow(UserError)
  expect(problem).toThrow('CONTENTFUL_WEBHOOK_SECRET has 12 characters')
})

test('a change that cannot be stored is refused for now, and accepted when it is sent again', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  let isDown = true
  const store = createMemoryPublishingStore()
  const announce: PublishingStore['announce'] = async (announcement) => {
    if (isDown) throw new Error('connect ECONNREFUSED')
    return store.announce(announcement)
  }
  const { send, touched } = begin(WEBHOOK_SECRET, { ...store, announce })
  const request = call()
  const refused = await send(request)
  expect([refused.statusCode, refused.body, refused.headers['retry-after']]).toEqual([
    503,
    'Not stored: send it again',
    '30',
  ])
  expect(errors.mock.calls).toEqual([['A published change cannot be stored: connect ECONNREFUSED']])
  expect(touched).toEqual([])
  isDown = false
  expect((await send(request)).statusCode).toBe(202)
  expect(touched).toHaveLength(1)
})

test('the store is followed when the server starts, and closed with it', async () => {
  const steps: string[] = []
  const store: PublishingStore = {
    ...createMemoryPublishingStore(),
    subscribe: () => void steps.push('follow'),
    close: async () => void steps.push('close'),
  }
  const { server } = begin(WEBHOOK_SECRET, store)
  expect(steps).toEqual([])
  await server.ready()
  expect(steps).toEqual(['follow'])
  await server.close()
  expect(steps).toEqual(['follow', 'close'])
})

test('one address sends a limited number of calls at a time, and others are not affected', async () => {
  const { server, send } = begin()
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const unfinished = await Promise.all(Array.from({ length: 20 }, () => openRawConnection(url)))
  for (const { send } of unfinished)
    send(`POST ${PATH} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`)
  await expect.poll(async () => (await send(call({ key: randomUUID() }))).statusCode).toBe(503)
  const { headers } = await send(call())
  expect(headers).toMatchObject({ 'retry-after': '30', connection: 'close' })
  const other = { method: 'POST', url: PATH, remoteAddress: '198.51.100.7' } as const
  expect((await server.inject({ ...other, headers: call().headers, payload: call().body })).statusCode).toBe(202)

  for (const { socket } of unfinished) socket.destroy()
  await expect.poll(async () => (await send(call({ key: randomUUID() }))).statusCode).toBe(202)
  for (let count = 0; count < 25; count++) expect((await send(call({ key: randomUUID() }))).statusCode).toBe(202)
})
