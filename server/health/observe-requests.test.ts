import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openRawConnection } from '#local-tests/raw-http.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { createTestConfig, createTestDatabase, createTestLog } from '#tests/setup/backend.ts'
import { createCaptchaToken, SITE_HEADERS, SITE_ORIGIN } from '#tests/setup/messages.ts'
import { parseMetrics, sumMetric } from '#tests/setup/server/prometheus-metrics.ts'
import { createTestPublishing, startTestApp, writeTestFiles } from '#tests/setup/server/site.ts'
import { createMetrics } from './metrics.ts'

const database = await createTestDatabase(afterAll)
const site = await createTestFolder(afterAll)
await writeTestFiles(site, {
  'services/index.html': '<h1>Services</h1>',
  'assets/main-Ab12.js': 'start()',
  'media/film.mp4': 'x'.repeat(8_000_000),
})

/** A server with pages and the API, with its log and its metrics. */
async function open() {
  const monitoring = { metrics: createMetrics() }
  const { lines, logStream, readEntries } = createTestLog()
  const api = { db: database.db, config: createTestConfig() }
  const { publishing } = createTestPublishing()
  const { app, url, close } = await startTestApp({ site, api, publishing, monitoring, logLevel: 'info', logStream })
  onTestFinished(close)
  const answered = () => readEntries().filter(({ msg }) => msg === 'answered')
  const metrics = async () => monitoring.metrics.collect()
  return { app, url, lines, readEntries, answered, metrics }
}

const REQUESTS = 'site_http_request_duration_seconds_count'

test.each([
  ['GET', '/services?token=secret-4711', '/*', 200, 17],
  ['POST', '/secret-4711', undefined, 405, 0],
  ['GET', '/assets/main-Ab12.js', '/assets/*', 200, 7],
  ['GET', '/%zz-secret-4711', undefined, 404, 9],
  ['GET', '/api/secret-4711', '/api/*', 404, undefined],
])(
  '§12.30 the log has one line for %s %s, with the route %s and without path, query, header or address',
  async (...expected) => {
    const [method, path, route, status, bytes] = expected
    const { url, answered, lines } = await open()
    const headers = { referer: 'https://secret-4711.example', 'user-agent': 'secret-4711', cookie: 'a=secret-4711' }
    await fetch(`${url}${path}`, { method, headers, redirect: 'manual' })
    await expect.poll(() => answered().length).toBe(1)
    const always = { level: 30, time: expect.any(Number), pid: expect.any(Number), hostname: expect.any(String) }
    const times = { reqId: expect.any(String), ms: expect.any(Number), bytes: bytes ?? expect.any(Number) }
    expect(answered()).toEqual([{ ...always, ...times, method, ...(route && { route }), status, msg: 'answered' }])
    expect(lines.join()).not.toContain('secret-4711')
    expect(lines.filter((line) => line.includes('reqId')).join()).not.toContain('127.0.0.1')
  },
)

test('a client that leaves before the end is logged and counted as aborted', async () => {
  const start = performance.now()
  const { url, answered, metrics } = await open()
  const { hostname, port } = new URL(url)
  const client = connect(Number(port), hostname)
  client.write('GET /media/film.mp4 HTTP/1.1\r\nHost: x\r\n\r\n')
  client.once('data', () => client.destroy())
  await expect.poll(answered).toMatchObject([{ route: '/media/*', status: 200, aborted: true }])
  expect(sumMetric(await metrics(), REQUESTS)).toBe(1)
  const seconds = sumMetric(await metrics(), REQUESTS.replace('count', 'sum'))
  expect(seconds).toBeLessThanOrEqual((performance.now() - start) / 1000)
  expect(sumMetric(await metrics(), REQUESTS, { route: '/media/*', status: 'aborted' })).toBe(1)
})

test('a client that leaves during a login does not hide that the last one failed', async () => {
  const { app, url, answered } = await open()
  const login = (signal: AbortSignal | null = null) =>
    fetch(`${url}/api/auth/guest`, {
      method: 'POST',
      headers: SITE_HEADERS,
      body: JSON.stringify({ token: createCaptchaToken() }),
      signal,
    })
  using transaction = vi.spyOn(database.db, 'transaction').mockImplementationOnce(() => expect.fail('no database'))
  expect((await login()).status).toBe(503)
  transaction.mockRestore()
  const holding = await database.db.startTransaction().execute()
  const [leaving, received] = [new AbortController(), once(app.server, 'request')]
  const attempt = login(leaving.signal)
  await received
  leaving.abort()
  await expect(attempt).rejects.toThrow()
  await expect.poll(answered).toMatchObject([{ status: 503 }, { aborted: true }])
  await holding.rollback().execute()
  expect(await (await fetch(`${url}/health/ready`)).json()).toMatchObject({ parts: ['form'] })
})

test('random paths add no time series', async () => {
  const { url, answered, metrics } = await open()
  const starts = ['/', '/assets/', '/media/', '/services?', '/SERVICES', '/webhooks/', '/health/', '/api/', '/%zz']
  for (const method of ['GET', 'POST', 'PROPFIND'])
    for (const start of starts) await fetch(url + start + randomUUID(), { method, redirect: 'manual' })
  await expect.poll(() => answered().length).toBe(3 * starts.length)
  const series = parseMetrics(await metrics()).filter(({ name }) => name === REQUESTS)
  const routes = new Set(series.map(({ labels }) => labels.route))
  for (const route of routes) expect(['/*', '/media/*', '/api/*', 'unknown']).toContain(route)
  expect(new Set(series.map(({ labels }) => Object.keys(labels).join()))).toEqual(new Set(['route,status']))
})

test.each(['/webhooks/contentful', '/api/auth/guest'])(
  'a client that leaves before it has sent the whole body to %s is no error',
  async (path) => {
    const { url, answered, lines, metrics } = await open()
    const { socket, send } = await openRawConnection(url)
    const api = `Content-Type: application/json\r\nClientId: 3\r\nEnvironmentId: qa\r\nOrigin: ${SITE_ORIGIN}`
    send(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n${api}\r\n\r\n{"a":`)
    await sleep(50)
    socket.destroy()
    await expect.poll(answered).toMatchObject([{ method: 'POST', aborted: true }])
    for (const line of lines) expect(JSON.parse(line).level, line).toBe(30)
    expect(sumMetric(await metrics(), 'site_malformed_requests_total')).toBe(0)
  },
)

test('§12.59 requests that are not HTTP, too large or too slow are counted, and logged ten times a minute', async () => {
  const { url, app, readEntries, metrics } = await open()
  Object.assign(app.server, { headersTimeout: 1_000 })
  const sendAndWait = async (bytes: string) => {
    const { send, closed } = await openRawConnection(url)
    send(bytes)
    return (await closed()).split('\r\n\r\n').at(-1)
  }
  const bodies = await Promise.all([
    ...Array.from({ length: 30 }, () => sendAndWait('secret-4711\r\n\r\n')),
    sendAndWait(`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`),
    sendAndWait('GET / HTTP/1.1\r\nX: secret-4711'),
    sendAndWait(''), // a browser that connects in advance
  ])
  const notHttp = '{"code":"malformed_request","message":"The request is not valid HTTP."}'
  const tooSlow = '{"code":"too_slow","message":"The request arrived too slowly."}'
  expect(bodies).toEqual([...Array(31).fill(notHttp), tooSlow, tooSlow])
  const count = async (code: string) => sumMetric(await metrics(), 'site_malformed_requests_total', { code })
  expect([await count('malformed_request'), await count('too_slow')]).toEqual([31, 1])
  const entries = readEntries().filter(({ msg }) => msg === 'malformed request')
  expect(JSON.stringify(entries)).not.toContain('secret-4711')
  const lines = [...Map.groupBy(entries, ({ reason }) => reason)].map(([reason, all]) => [reason, all.length])
  expect(Object.fromEntries(lines)).toEqual({
    HPE_INVALID_METHOD: 10,
    HPE_HEADER_OVERFLOW: 1,
    ERR_HTTP_REQUEST_TIMEOUT: 1,
  })
})
