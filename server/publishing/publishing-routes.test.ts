import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { UserError } from '#shared/user-error.ts'
import { openRawConnection } from '#tests/setup/server/raw-http.ts'
import {
  createSignedWebhook,
  type SignedWebhook,
  WEBHOOK_PATH,
  WEBHOOK_SECRET,
} from '#tests/setup/server/signed-webhook.ts'
import type { ContentChange } from './content-change.ts'
import { addPublishingRoutes } from './publishing-routes.ts'
import { createMemoryPublishingStore, type PublishingStore } from './publishing-store.ts'

function startServer(secret = WEBHOOK_SECRET, store?: PublishingStore) {
  const changes: ContentChange[] = []
  const server = fastify()
  onTestFinished(() => server.close())
  addPublishingRoutes(server, {
    secret,
    ...(store && { store }),
    rebuilds: {
      enqueue: (change) => void changes.push(change),
      getState: () => ({ status: 'ok', lastRebuild: null, failures: [], isRebuilding: false }),
      onRebuilt: () => {},
      close: async () => {},
    },
  })
  const send = ({ headers, body, url = WEBHOOK_PATH }: SignedWebhook & { url?: string }) =>
    server.inject({ method: 'POST', url, headers, payload: body })
  return { server, changes, send }
}

test('accepts a signed request and enqueues its change', async () => {
  const { send, changes } = startServer()
  expect((await send(createSignedWebhook())).statusCode).toBe(202)
  expect((await send(createSignedWebhook({ topic: 'Asset.publish', key: 'two' }))).statusCode).toBe(202)
  expect(changes).toEqual([
    { contentTypes: new Set(['galleryImage']), assets: false, anything: false },
    { contentTypes: new Set(), assets: true, anything: false },
  ])
})

test('verifies the signature of a URL with a query', async () => {
  const url = `${WEBHOOK_PATH}?site=1&x=%C3%BC`
  const { send } = startServer()
  expect((await send({ ...createSignedWebhook({ url }), url })).statusCode).toBe(202)
  expect((await send({ ...createSignedWebhook({ url, key: 'two' }), url: `${WEBHOOK_PATH}?site=2` })).statusCode).toBe(
    401,
  )
})

test.each(['unpublish', 'delete', 'archive', 'unarchive'])('enqueues a change for %s', async (event) => {
  const { send, changes } = startServer()
  expect((await send(createSignedWebhook({ topic: `Entry.${event}` }))).statusCode).toBe(202)
  expect(changes).toHaveLength(1)
})

test.each(['Entry.save', 'Entry.auto_save', 'Entry.create', 'ContentType.publish', 'Task.create'])(
  'ignores %s',
  async (topic) => {
    const { send, changes } = startServer()
    expect((await send(createSignedWebhook({ topic }))).statusCode).toBe(200)
    expect(changes).toEqual([])
  },
)

test.each([
  ['a deleted entry without its type', '{"sys":{"type":"DeletedEntry","id":"a"}}'],
  ['a custom payload', '["changed"]'],
  ['a body that is not JSON', 'changed'],
  ['an empty body', ''],
])('enqueues an unknown change for %s', async (_, body) => {
  const { send, changes } = startServer()
  expect((await send(createSignedWebhook({ body, topic: 'Entry.delete' }))).statusCode).toBe(202)
  expect(changes).toMatchObject([{ anything: true }])
})

test('ignores a repeat with the same idempotency key', async () => {
  const { send, changes } = startServer()
  await send(createSignedWebhook({ time: Date.now() - 1_000 }))
  const response = await send(createSignedWebhook())
  expect([response.statusCode, response.body]).toEqual([200, 'Nothing to do'])
  expect(changes).toHaveLength(1)
})

test('ignores a replay, with any idempotency key', async () => {
  const { send, changes } = startServer()
  const { headers, body } = createSignedWebhook()
  await send({ headers, body })
  expect((await send({ headers, body })).statusCode).toBe(200)
  expect((await send({ headers: { ...headers, 'x-contentful-idempotency-key': 'two' }, body })).statusCode).toBe(401)
  expect(changes).toHaveLength(1)
})

test('refuses a request after five minutes, before its keys are dropped', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { send, changes } = startServer()
  const first = createSignedWebhook({ time: Date.now() + 299_000 })
  expect((await send(first)).statusCode).toBe(202)
  for (const minutes of [4, 4, 4, 60]) {
    vi.advanceTimersByTime(minutes * 60_000)
    expect((await send(first)).statusCode).not.toBe(202)
  }
  expect(changes).toHaveLength(1)
})

const { headers, body } = createSignedWebhook({ key: 'three' })
test.each<[string, SignedWebhook]>([
  ['no signature', { headers: { ...headers, 'x-contentful-signature': '' }, body }],
  ['a wrong signature', { headers: { ...headers, 'x-contentful-signature': 'a'.repeat(64) }, body }],
  ['another body', { headers, body: body.replace('"a"', '"b"') }],
  ['another topic', { headers: { ...headers, 'x-contentful-topic': 'ContentManagement.Asset.publish' }, body }],
  ['another time', { headers: { ...headers, 'x-contentful-timestamp': `${Date.now() + 1}` }, body }],
  ['no time', { headers: { ...headers, 'x-contentful-timestamp': '' }, body }],
  ['an expired time', createSignedWebhook({ time: Date.now() - 301_000 })],
  ['a future time', createSignedWebhook({ time: Date.now() + 310_000 })],
  ['fewer signed headers', { headers: { ...headers, 'x-contentful-signed-headers': 'x-contentful-timestamp' }, body }],
])('responds 401 to a request with %s', async (_, forged) => {
  const { send, changes } = startServer()
  const response = await send(forged)
  expect([response.statusCode, response.body]).toEqual([401, 'Not signed by Contentful'])
  expect(response.headers['cache-control']).toBe('no-store')
  expect(changes).toEqual([])
})

test('responds 413 to a body that is too large', async () => {
  const { send, changes } = startServer()
  expect((await send(createSignedWebhook({ body: 'a'.repeat(1_000_001) }))).statusCode).toBe(413)
  expect(changes).toEqual([])
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'] as const)('responds 405 to %s', async (method) => {
  const response = await startServer().server.inject({ method, url: WEBHOOK_PATH })
  expect([response.statusCode, response.headers.allow]).toEqual([405, 'POST'])
})

test('throws for a secret of the wrong length without repeating it', () => {
  const start = () => startServer('short-secret')
  expect(start).toThrow(UserError)
  expect(start).toThrow('CONTENTFUL_WEBHOOK_SECRET has 12 characters')
})

test('responds 503 when a change cannot be stored, and accepts its retry', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  let isDown = true
  const store = createMemoryPublishingStore()
  const announce: PublishingStore['announce'] = async (announcement) => {
    if (isDown) throw new Error('connect ECONNREFUSED')
    return store.announce(announcement)
  }
  const { send, changes } = startServer(WEBHOOK_SECRET, { ...store, announce })
  const request = createSignedWebhook()
  const refused = await send(request)
  expect([refused.statusCode, refused.body, refused.headers['retry-after']]).toEqual([
    503,
    'Not stored: send it again',
    '30',
  ])
  expect(errors.mock.calls).toEqual([['A published change cannot be stored: connect ECONNREFUSED']])
  expect(changes).toEqual([])
  isDown = false
  expect((await send(request)).statusCode).toBe(202)
  expect(changes).toHaveLength(1)
})

test('subscribes to the store when the server starts, and closes it with the server', async () => {
  const steps: string[] = []
  const store: PublishingStore = {
    ...createMemoryPublishingStore(),
    subscribe: () => void steps.push('subscribe'),
    close: async () => void steps.push('close'),
  }
  const { server } = startServer(WEBHOOK_SECRET, store)
  expect(steps).toEqual([])
  await server.ready()
  expect(steps).toEqual(['subscribe'])
  await server.close()
  expect(steps).toEqual(['subscribe', 'close'])
})

test('limits the concurrent requests of an address without affecting other addresses', async () => {
  const { server, send } = startServer()
  const url = await server.listen({ host: '127.0.0.1', port: 0 })
  const unfinished = await Promise.all(Array.from({ length: 20 }, () => openRawConnection(url)))
  for (const { send } of unfinished)
    send(`POST ${WEBHOOK_PATH} HTTP/1.1\r\nHost: site\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`)
  await expect.poll(async () => (await send(createSignedWebhook({ key: randomUUID() }))).statusCode).toBe(503)
  const { headers } = await send(createSignedWebhook())
  expect(headers).toMatchObject({ 'retry-after': '30', connection: 'close' })
  const other = { method: 'POST', url: WEBHOOK_PATH, remoteAddress: '198.51.100.7' } as const
  expect(
    (await server.inject({ ...other, headers: createSignedWebhook().headers, payload: createSignedWebhook().body }))
      .statusCode,
  ).toBe(202)

  for (const { socket } of unfinished) socket.destroy()
  await expect.poll(async () => (await send(createSignedWebhook({ key: randomUUID() }))).statusCode).toBe(202)
  for (let count = 0; count < 25; count++)
    expect((await send(createSignedWebhook({ key: randomUUID() }))).statusCode).toBe(202)
})
