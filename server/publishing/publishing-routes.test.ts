import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLogOptions } from '#server/logging/log-options.ts'
import { createTestLog } from '#tests/setup/backend.ts'
import { createSignedWebhook, type SignedWebhook, WEBHOOK_PATH } from '#tests/setup/server/signed-webhook.ts'
import { WEBHOOK_SECRET } from '#tests/setup/server/site.ts'
import { addPublishingRoutes } from './publishing-routes.ts'

function startServer(onPublish = vi.fn(async () => {})) {
  const { logStream, readEntries } = createTestLog()
  const server = fastify({ logger: createLogOptions('warn', logStream) })
  onTestFinished(() => server.close())
  addPublishingRoutes(server, { secret: WEBHOOK_SECRET, onPublish })
  const send = ({ headers, body, url = WEBHOOK_PATH }: SignedWebhook & { url?: string }) =>
    server.inject({ method: 'POST', url, headers, payload: body })
  return { onPublish, send, logged: () => readEntries().map(({ level, msg }) => [level, msg]) }
}

test.each([
  ...['publish', 'unpublish', 'delete', 'archive', 'unarchive'].map((event) => [`Entry.${event}`, 202] as const),
  ...([['Asset.publish', 202]] as const),
  ...['Entry.save', 'Entry.auto_save', 'ContentType.publish', 'Entry.publishing', 'Task.Entry.publish'].map(
    (topic) => [topic, 200] as const,
  ),
])('§10.2 %s gets %i, 202 for a publish', async (topic, status) => {
  const { send, onPublish } = startServer()
  const { statusCode, headers } = await send(createSignedWebhook({ topic }))
  expect([statusCode, headers['cache-control']]).toEqual([status, 'no-store'])
  expect(onPublish).toHaveBeenCalledTimes(status === 202 ? 1 : 0)
})

test('the body may have any form and size, and the URL a query', async () => {
  const { send } = startServer()
  for (const body of ['', 'not JSON', 'x'.repeat(1_000_000)])
    expect((await send(createSignedWebhook({ body }))).statusCode).toBe(202)
  const url = `${WEBHOOK_PATH}?site=1&x=%C3%BC`
  expect((await send({ ...createSignedWebhook({ url }), url })).statusCode).toBe(202)
})

const { headers, body } = createSignedWebhook()
test.each<[string, SignedWebhook]>([
  ['no signature', { headers: { ...headers, 'x-contentful-signature': '' }, body }],
  ['another body', { headers, body: `${body} ` }],
  ['an expired time', createSignedWebhook({ time: Date.now() - 301_000 })],
])('§12.45 a request with %s is refused', async (_, webhook) => {
  const { send, onPublish, logged } = startServer()
  const answer = await send(webhook)
  expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([401, '', 'no-store'])
  expect(logged()).toEqual([[40, 'a webhook is refused: its signature does not fit CONTENTFUL_WEBHOOK_SECRET']])
  expect(onPublish).not.toHaveBeenCalled()
})

test('§12.34 §12.45 a request that is sent again, also while the first is answered, is one publish; others in the same second are not', async () => {
  const recording = Promise.withResolvers<void>()
  const { send, onPublish } = startServer(vi.fn(() => recording.promise))
  const time = Date.now()
  const first = createSignedWebhook({ time })
  const others = [createSignedWebhook({ time: time + 1 }), createSignedWebhook({ time, body: '{}' })]
  const answers = Array.from({ length: 15 }, () => send(first))
  await expect.poll(() => onPublish.mock.calls.length).toBe(1)
  recording.resolve()
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(202)
  for (let count = 1; count <= 100; count++) await send(createSignedWebhook({ time: time - count }))
  const withUnsignedHeader = { ...first, headers: { ...first.headers, 'x-forwarded-for': '203.0.113.7' } }
  for (const webhook of [first, withUnsignedHeader, ...others, ...others])
    expect((await send(webhook)).statusCode).toBe(202)
  expect(onPublish).toHaveBeenCalledTimes(103)
})

test('Contentful is asked to send a publish again that failed, and the same request is tried again', async () => {
  const { send, onPublish, logged } = startServer(
    vi.fn(async () => {}).mockRejectedValueOnce(new Error('The database is down')),
  )
  const webhook = createSignedWebhook()
  const failed = await send(webhook)
  expect([failed.statusCode, failed.headers['retry-after']]).toEqual([503, '30'])
  for (let count = 0; count < 2; count++) expect((await send(webhook)).statusCode).toBe(202)
  expect(onPublish).toHaveBeenCalledTimes(2)
  expect(logged()).toEqual([[50, 'a publish cannot be recorded for the other servers']])
})
