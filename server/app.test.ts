import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createTestBackend, createTestConfig, createTestDatabase, expectProblem } from '#tests/setup/backend.ts'

const root = await createTestFolder(afterAll)
const { db } = await createTestDatabase(afterAll)

test('the server limits connections, and the time in which a request arrives', () => {
  const { server } = createTestBackend(db).app
  const { headersTimeout, requestTimeout, timeout, maxConnections, maxRequestsPerSocket } = server
  expect({ headersTimeout, requestTimeout, timeout, maxConnections, maxRequestsPerSocket }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    timeout: 120_000,
    maxConnections: 5_000,
    maxRequestsPerSocket: 100,
  })
})

test('§12 Messages: a database that does not respond answers 503 with Retry-After after 25 s', async () => {
  const api = { db, config: createTestConfig(), whenReady: () => new Promise<void>(() => {}) }
  const { app, visitor } = createTestBackend(db, {}, { api })
  await app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const onResponse = vi.fn()
  const responding = visitor.login()
  responding.then(onResponse)
  await vi.advanceTimersByTimeAsync(24_999)
  expect(onResponse).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  vi.useRealTimers()
  await expect.poll(() => onResponse.mock.calls.length).toBe(1)
  const response = await responding
  expectProblem(response, 503, 'unavailable')
  expect(response.headers['retry-after']).toBe('5')
})

test.each([
  ['/health/live', 'POST', 'GET, HEAD'],
  ['/services', 'DELETE', 'GET, HEAD'],
  ['/api/contact', 'GET', 'POST'],
  ['/api/auth/validate?x=1', 'PUT', 'GET, HEAD'],
] as const)('%s does not have the method %s', async (url, method, allow) => {
  const { statusCode, headers } = await createTestBackend(db, {}, { site: root }).app.inject({ method, url })
  expect([statusCode, headers.allow]).toEqual([405, allow])
})
