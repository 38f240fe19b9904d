import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { createTestConfig, createTestDatabase, expectProblem } from '#tests/setup/backend.ts'
import { createVisitor, SITE_ORIGIN } from '#tests/setup/messages.ts'
import { createPreviewServer } from '#tests/setup/server/preview-server.ts'
import { createTestPublishing } from '#tests/setup/server/site.ts'
import { type AppOptions, createApp } from './app.ts'

const site = await createPreviewServer()
afterAll(() => site[Symbol.asyncDispose]())
const { db } = await createTestDatabase(afterAll)
afterEach(() => {
  vi.useRealTimers()
})

/** Creates the application with everything that a server can have. */
const createFullApp = (api: Partial<AppOptions['api']> = {}) =>
  createApp({
    site: site.root,
    api: { db, config: createTestConfig(), ...api },
    publishing: createTestPublishing().publishing,
    findDerivedFile: async () => null,
    preview: site.preview,
    logLevel: 'silent',
  })

/** bytes and ms: Fastify's limit of a body, and no limit of the time. */
const DEFAULTS = { bodyLimit: 1_048_576, handlerTimeout: 0 }
const CONTACT = { bodyLimit: 32_768, handlerTimeout: 25_000 }

/** All routes, by method and path, with their limits. */
const ROUTES = {
  'GET /health/live': DEFAULTS,
  'GET /health/ready': DEFAULTS,
  'GET /preview': DEFAULTS,
  'GET /preview/entered': DEFAULTS,
  'GET /preview/leave': DEFAULTS,
  'GET /preview/report': DEFAULTS,
  'GET /preview/state': DEFAULTS,
  'POST /preview/graphql': { ...DEFAULTS, bodyLimit: 1_024 },
  'GET /media/derived/:name': DEFAULTS,
  'GET /api/': CONTACT,
  'GET /api/*': CONTACT,
  'GET /api/captcha.js': CONTACT,
  'GET /api/auth/validate': CONTACT,
  'POST /api/auth/guest': CONTACT,
  'POST /api/contact': CONTACT,
  'POST /webhooks/contentful': DEFAULTS, // does not keep the body
  'GET /*': DEFAULTS,
}

/** Returns `GET /path` for each route, from Fastify's tree of them. */
function listRoutes(tree: string): readonly string[] {
  const parents: string[] = []
  return tree
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \((.+)\)$/.exec(line) ?? []
      const depth = indent.length / 4
      parents[depth] = part
      const path = parents.slice(0, depth + 1).join('')
      return `${methods.includes('GET') ? 'GET' : methods} ${path.replace(/^\*|\/\/$/, '/*')}`
    })
}

test('each route has the limits of its group', async () => {
  const app = createFullApp()
  const limits = new Map<string, unknown>()
  let route = ''
  app.addHook('onSend', async ({ routeOptions: { bodyLimit, handlerTimeout } }) => {
    limits.set(route, { bodyLimit, handlerTimeout })
  })
  await app.ready()
  for (route of listRoutes(app.printRoutes({ commonPrefix: false }))) {
    const [method, url = ''] = route.split(' ')
    await app.inject({ method: method === 'POST' ? method : 'GET', url })
  }
  expect(Object.fromEntries(limits)).toEqual(ROUTES)
})

test('the server limits connections, and the time in which a request arrives', () => {
  const { server } = createFullApp()
  const { headersTimeout, requestTimeout, timeout, maxConnections, maxRequestsPerSocket } = server
  expect({ headersTimeout, requestTimeout, timeout, maxConnections, maxRequestsPerSocket }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    timeout: 120_000,
    maxConnections: 5_000,
    maxRequestsPerSocket: 100,
  })
})

test('§12.19 a database that does not respond answers 503 with Retry-After after 25 s', async () => {
  const app = createFullApp({ whenReady: () => new Promise(() => {}) })
  await app.ready()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onResponse = vi.fn()
  const responding = createVisitor(app).login()
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
  ['/health/live', 'POST', 405, 'GET, HEAD'],
  ['/services', 'DELETE', 405, 'GET, HEAD'],
  ['/preview/graphql', 'GET', 404, undefined],
  ['/webhooks/contentful', 'GET', 404, undefined],
  ['/api/contact', 'GET', 405, 'POST'],
  ['/api/auth/guest', 'GET', 405, 'POST'],
  ['/api/auth/validate?x=1', 'PUT', 405, 'GET, HEAD'],
  ['/api/captcha.js', 'PATCH', 405, 'GET, HEAD'],
] as const)('%s does not have the method %s', async (url, method, status, allow) => {
  const headers = url.startsWith('/api/') ? { origin: SITE_ORIGIN } : {}
  const response = await createFullApp().inject({ method, url, headers })
  expect([response.statusCode, response.headers.allow]).toEqual([status, allow])
  if (url.startsWith('/api/')) expectProblem(response, 405, 'wrong_method')
})
