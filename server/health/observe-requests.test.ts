import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { parseMetrics, sumMetric } from '#tests/setup/server/prometheus-metrics.ts'
import { startTestApp } from '#tests/setup/server/test-app.ts'
import { createTemporaryDatabase, createTestConfig } from '#tests/setup/server/test-backend.ts'
import { createMonitoring } from './monitoring.ts'

const database = await createTemporaryDatabase()
const site = await mkdtemp(join(tmpdir(), 'observed-'))
for (const folder of ['services', 'assets', 'media']) await mkdir(join(site, folder))
await writeFile(join(site, 'services/index.html'), '<h1>Services</h1>')
await writeFile(join(site, 'assets/main-Ab12.js'), 'start()')
await writeFile(join(site, 'media/film.mp4'), 'x'.repeat(8_000_000))
afterAll(async () => {
  await database.remove()
  await rm(site, { recursive: true })
})

/** A server with pages and the API, with its log and its metrics. */
async function open() {
  const monitoring = createMonitoring(parseMonitoringConfig({ METRICS_PORT: '0' }))
  const lines: string[] = []
  const logStream = { write: (line: string) => lines.push(line) }
  const api = { db: database.db, config: createTestConfig() }
  const { url, close } = await startTestApp({ site, api, monitoring, logLevel: 'info', logStream })
  onTestFinished(close)
  const answered = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  const metrics = async () => (await monitoring.metrics?.collect()) ?? ''
  return { url, lines, answered, metrics }
}

const REQUESTS = 'site_http_request_duration_seconds_count'

async function send(url: string, method: string, path: string): Promise<number> {
  const headers = { referer: 'https://secret-4711.example', 'user-agent': 'secret-4711', cookie: 'a=secret-4711' }
  const response = await fetch(`${url}${path}`, { method, headers, redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}

test.each([
  ['GET', '/services?token=secret-4711', '/*', 200, 17],
  ['HEAD', '/services', '/*', 200, 0],
  ['POST', '/secret-4711', undefined, 405, 0],
  ['GET', '/assets/main-Ab12.js', '/assets/*', 200, 7],
  ['GET', '/assets/secret-4711.js', undefined, 404, 9],
  ['GET', '/%zz-secret-4711', undefined, 404, 9],
  ['GET', '/health/live?secret-4711', '/health/live', 200, 15],
  ['GET', '/api/secret-4711', '/api/*', 404, undefined],
])(
  'the log has one line for %s %s, with the route %s and without path, query, header or address',
  async (...expected) => {
    const [method, path, route, status, bytes] = expected
    const { url, answered, lines } = await open()
    expect(await send(url, method, path)).toBe(status)
    await expect.poll(() => answered().length).toBe(1)
    const always = { level: 30, time: expect.any(Number), pid: expect.any(Number), hostname: expect.any(String) }
    const times = { reqId: expect.any(String), ms: expect.any(Number), bytes: bytes ?? expect.any(Number) }
    expect(answered()).toEqual([{ ...always, ...times, method, ...(route && { route }), status, msg: 'answered' }])
    expect(lines.join()).not.toContain('secret-4711')
    expect(lines.filter((line) => line.includes('reqId')).join()).not.toContain('127.0.0.1')
  },
)

test('a client that leaves before the end is logged and counted as aborted', async () => {
  const { url, answered, metrics } = await open()
  const { hostname, port } = new URL(url)
  const client = connect(Number(port), hostname)
  client.write('GET /media/film.mp4 HTTP/1.1\r\nHost: x\r\n\r\n')
  client.once('data', () => client.destroy())
  await expect.poll(answered).toMatchObject([{ route: '/media/*', status: 200, aborted: true }])
  expect(sumMetric(await metrics(), REQUESTS)).toBe(1)
  expect(sumMetric(await metrics(), REQUESTS, { route: '/media/*', status: 'aborted' })).toBe(1)
})

test('random paths add no time series', async () => {
  const { url, answered, metrics } = await open()
  const word = () => randomBytes(6).toString('hex')
  const starts = ['/', '/assets/', '/media/', '/services?', '/SERVICES', '/webhooks/', '/health/', '/api/', '/%zz']
  for (let round = 0; round < 3; round++)
    for (const method of ['GET', 'POST', 'PROPFIND'])
      await Promise.all(starts.map((start) => send(url, method, start + word())))
  await expect.poll(() => answered().length).toBe(3 * 3 * starts.length)
  const series = parseMetrics(await metrics()).filter(({ name }) => name === REQUESTS)
  const routes = new Set(series.map(({ labels }) => labels.route))
  for (const route of routes) expect(['/*', '/media/*', '/api/*', 'unknown']).toContain(route)
  expect(new Set(series.map(({ labels }) => Object.keys(labels).join()))).toEqual(new Set(['route,status']))
})
