import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, METHODS, request as sendRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { startWebServer, type WebServerOptions } from '#server/web/web-server.ts'
import { parseMetrics, sumMetric } from '#tests/setup/server/prometheus-metrics.ts'
import {
  createLoggedInVisitor,
  createTemporaryDatabase,
  createTestBackend,
  expectProblem,
} from '#tests/setup/server/test-backend.ts'
import { createMonitoring } from './monitoring.ts'

let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'observed-'))
  const files = {
    'index.html': '<h1>Home</h1>',
    'services/index.html': '<h1>Services</h1>',
    'mainline/pipeline/index.html': '<h1>Mainline</h1>',
    'robots.txt': 'User-agent: *',
    'assets/main-Ab12.js': 'start()',
    'media/film.mp4': 'x'.repeat(8_000_000),
  }
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true })
    await writeFile(join(root, name), content)
  }
})
afterAll(() => rm(root, { recursive: true }))

/** A web server that listens, with its log and its metrics. */
async function open(options: Partial<WebServerOptions> = {}) {
  const monitoring = createMonitoring(parseMonitoringConfig({ METRICS_PORT: '0' }))
  const lines: string[] = []
  const logStream = { write: (line: string) => lines.push(line) }
  const web = await startWebServer({ root, port: 0, monitoring, logLevel: 'info', logStream, ...options })
  onTestFinished(() => web.close())
  const answered = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered')
  const metrics = async () => (await monitoring.metrics?.collect()) ?? ''
  const routes = async () => {
    const samples = parseMetrics(await metrics()).filter(({ name }) => name === REQUESTS)
    return new Set(samples.map(({ labels }) => labels.route))
  }
  return { url: web.url, lines, answered, metrics, routes }
}

const REQUESTS = 'site_http_request_duration_seconds_count'

/** Sends a request as it is written, without the corrections of `fetch`. */
function send(url: string, method: string, path: string, agent?: Agent): Promise<number | undefined> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const request = sendRequest({ hostname, port, method, path, ...(agent && { agent }) })
    request
      .on('error', reject)
      .on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
    request.end()
  })
}

describe('the access log of the web server', () => {
  test.each([
    ['/services?token=secret-4711', '/services', 200, 17],
    ['/', '/', 200, 13],
    ['/mainline/pipeline', '/mainline/pipeline', 200, 17],
    ['/robots.txt', '/*', 200, 13],
    ['/assets/main-Ab12.js', '/assets/*', 200, 7],
    ['/assets/secret-4711.js', '/assets/*', 404, 9],
    ['/photo-desk/assets/secret-4711.js', '/photo-desk/*', 404, 9],
    ['/secret-4711', undefined, 404, 9],
    ['/%zz-secret-4711', undefined, 404, 9],
    ['/services/?q=secret-4711', '/*', 301, 0],
    ['/health/live?secret-4711', '/health/live', 200, 15],
  ])('has one line for %s, with the route %s', async (path, route, status, bytes) => {
    const { url, answered, lines } = await open()
    expect(await send(url, 'GET', path)).toBe(status)
    await expect.poll(() => answered().length).toBe(1)
    expect(answered()).toEqual([
      {
        level: 30,
        time: expect.any(Number),
        pid: expect.any(Number),
        hostname: expect.any(String),
        reqId: expect.any(String),
        method: 'GET',
        ...(route && { route }),
        status,
        ms: expect.any(Number),
        bytes,
        msg: 'answered',
      },
    ])
    expect(lines.join()).not.toMatch(/secret-4711/)
  })

  test('counts no bytes for HEAD, and names a path with a method that is not served without its path', async () => {
    const { url, answered, lines } = await open()
    await send(url, 'HEAD', '/services')
    await send(url, 'POST', '/secret-4711')
    await expect.poll(answered).toMatchObject([
      { method: 'HEAD', route: '/services', status: 200, bytes: 0 },
      { method: 'POST', status: 405, bytes: 0 },
    ])
    expect(lines.join()).not.toContain('secret-4711')
  })

  test('says when a client left before the end', async () => {
    const { url, answered, metrics } = await open()
    const { hostname, port } = new URL(url)
    const client = connect(Number(port), hostname)
    client.write('GET /media/film.mp4 HTTP/1.1\r\nHost: x\r\n\r\n')
    client.once('data', () => client.destroy())
    await expect.poll(answered).toMatchObject([{ route: '/media/*', status: 200, aborted: true }])
    expect(sumMetric(await metrics(), REQUESTS)).toBe(1)
    expect(sumMetric(await metrics(), REQUESTS, { route: '/media/*', status: 'aborted' })).toBe(1)
  })

  test('has no path, query, header or address of a request that is handed on to the backend', async () => {
    const database = await createTemporaryDatabase()
    const { app } = createTestBackend(database.db)
    onTestFinished(async () => {
      await app.close()
      await database.remove()
    })
    const backendUrl = await app.listen({ port: 0, host: '127.0.0.1' })
    const { url, lines, answered } = await open({ backendUrl })
    const headers = { referer: 'https://seen-4711.example', 'user-agent': 'seen-4711', cookie: 'a=seen-4711' }
    for (const path of ['/api/health/live?a=seen-4711', '/api/seen-4711?b=seen-4711'])
      await fetch(`${url}${path}`, { headers })
    await expect.poll(answered).toMatchObject([
      { route: '/api/*', status: 200 },
      { route: '/api/*', status: 404 },
    ])
    expect(lines.join()).not.toContain('seen-4711')
    const ofRequests = lines.filter((line) => line.includes('reqId'))
    expect(ofRequests.join()).not.toContain('127.0.0.1')
  })

  test('is not written at the level warn', async () => {
    const { url, lines } = await open({ logLevel: 'warn' })
    await send(url, 'GET', '/services')
    await send(url, 'GET', '/nowhere')
    expect(lines).toEqual([])
  })
})

describe('metrics of requests', () => {
  test('stay few for 10,000 random paths and all methods', async () => {
    const { url, routes, metrics } = await open()
    const agent = new Agent({ keepAlive: true, maxSockets: 20 })
    onTestFinished(() => agent.destroy())
    const methods = METHODS.filter((method) => method !== 'CONNECT')
    const path = (index: number) => {
      const word = randomBytes(6).toString('hex')
      const paths = [
        `/${word}`,
        `/${word}/../services`,
        `/./services/${word}/..`,
        `/assets/${word}.js`,
        `/media/${word}/${word}`,
        `/services?${word}`,
        `/services/${word}`,
        `/webhooks/${word}`,
        `/health/${word}`,
        `/SERVICES${word}`,
        `/%2e%2e/${word}`,
        `/%zz${word}`,
        `/api/${word}`,
      ]
      return paths[index % paths.length] ?? ''
    }
    for (let index = 0; index < 10_000; index += 100) {
      const batch = Array.from({ length: 100 }, (_, count) => {
        const method = (index / 100) % 10 === 0 ? (methods[(index + count) % methods.length] ?? 'GET') : 'GET'
        return send(url, method, path(index + count), agent)
      })
      await Promise.all(batch)
    }
    expect(await routes()).toEqual(new Set(['/services', '/*', '/assets/*', '/media/*', 'unknown']))
    const series = parseMetrics(await metrics()).filter(({ name }) => name === REQUESTS)
    expect(series.length).toBeLessThan(80)
    expect(new Set(series.map(({ labels }) => labels.method))).toEqual(
      new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other']),
    )
  })

  test('stay few when a site has very many pages', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'many-pages-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    for (let page = 0; page < 150; page++) {
      await mkdir(join(folder, `page-${page}`))
      await writeFile(join(folder, `page-${page}/index.html`), 'page')
    }
    const { url, routes } = await open({ root: folder })
    for (let page = 0; page < 150; page++) expect(await send(url, 'GET', `/page-${page}`)).toBe(200)
    expect((await routes()).size).toBe(101)
  })

  test('have method, route and class of the status, and the open connections', async () => {
    const { url, metrics } = await open()
    const { hostname, port } = new URL(url)
    const idle = connect(Number(port), hostname)
    onTestFinished(() => void idle.destroy())
    for (let count = 0; count < 3; count++) await send(url, 'GET', '/services')
    await send(url, 'GET', '/nowhere')
    const counted = async (labels: Record<string, string>) =>
      sumMetric(await metrics(), REQUESTS, { server: 'web', ...labels })
    await expect.poll(() => counted({ method: 'GET', route: '/services', status: '2xx' })).toBe(3)
    await expect.poll(() => counted({ method: 'GET', route: 'unknown', status: '4xx' })).toBe(1)
    await expect.poll(async () => sumMetric(await metrics(), 'site_http_open_connections')).toBeGreaterThan(0)
  })

  test('of the API have labels for routes and exceeded limits', async () => {
    const database = await createTemporaryDatabase()
    onTestFinished(database.remove)
    const monitoring = createMonitoring(parseMonitoringConfig({ METRICS_PORT: '0' }))
    const { app } = createTestBackend(database.db, { MESSAGES_PER_SESSION: '1' }, { monitoring })
    const guest = await createLoggedInVisitor(app)
    await guest.send()
    expectProblem(await guest.send(), 429, 'rate_limited')
    expectProblem(await guest.send(), 429, 'rate_limited')
    await guest.request({ url: '/captcha.js', headers: { origin: 'https://elsewhere.example' } })
    for (let count = 0; count < 100; count++) await guest.request({ url: `/${randomBytes(6).toString('hex')}` })
    const text = (await monitoring.metrics?.collect()) ?? ''
    expect(sumMetric(text, REQUESTS, { server: 'api', route: '/contact', status: '2xx' })).toBe(1)
    expect(sumMetric(text, REQUESTS, { server: 'api', route: '/contact', status: '4xx' })).toBe(2)
    expect(sumMetric(text, REQUESTS, { server: 'api', route: '/captcha.js', status: '4xx' })).toBe(1)
    expect(sumMetric(text, REQUESTS, { server: 'api', route: 'unknown', status: '4xx' })).toBe(100)
    const refusals = parseMetrics(text).filter(({ name }) => name === 'site_rate_limit_refusals_total')
    expect(refusals.filter(({ value }) => value > 0)).toEqual([
      expect.objectContaining({ labels: { limit: 'MESSAGES_PER_SESSION' }, value: 2 }),
    ])
  })
})
