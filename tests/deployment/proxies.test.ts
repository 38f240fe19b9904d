import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { openRawConnection, sendRawRequest } from '#local-tests/raw-http.ts'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { findFreePort } from '#scripts/dev/ports.ts'
import { createCommandEnv } from '#scripts/test/command-env.ts'
import { startProductionServer } from '#tests/faults/production-server.ts'
import { ask, expectAnswer, startCaddy, startNginx, startProgram } from './start-proxy.ts'

const LOGINS_PER_ADDRESS = 5

/** The production server with a release of one page, as an operator starts it behind a proxy on the same machine. */
const folder = await createTestFolder(afterAll)
const SETTINGS = {
  SITE_ORIGINS: 'https://localhost,http://127.0.0.1:3000',
  LOGINS_PER_ADDRESS: String(LOGINS_PER_ADDRESS),
  LOG_LEVEL: 'info',
}
const site = await startProductionServer({ folder, env: SETTINGS })
afterAll(site.stop)
const sitePort = Number(new URL(await site.url).port)

const login = (port: number, forwardedFor: string) =>
  ask(port, '/api/auth/guest', {
    method: 'POST',
    headers: {
      origin: 'https://localhost',
      'content-type': 'application/json',
      clientid: '3',
      environmentid: 'dev',
      'x-forwarded-for': forwardedFor,
      forwarded: `for=${forwardedFor}`,
      'x-real-ip': forwardedFor,
    },
    body: JSON.stringify({ token: 'not a token' }),
  })

/** A visitor whose address differs from that of proxy and site, 127.0.0.1. */
const VISITOR = '127.0.0.2'
const SECRET = 'secret-of-the-preview'

/** Starts a server on a socket that stays open while it starts again. */
async function startRestartingServer() {
  const port = await findFreePort(18_600)
  const variables = createCommandEnv({
    ...{ NODE_ENV: 'development', ...SETTINGS },
    BACKEND_FOLDER: join(folder, 'restarting'),
    RELEASES_FOLDER: join(folder, 'releases'),
  })
  const child = await startProgram(
    [
      ...['systemd-socket-activate', '-l', `127.0.0.1:${port}`],
      ...Object.entries(variables).flatMap(([name, value = '']) => ['-E', `${name}=${value}`]),
      ...['tests/deployment/restarting-server.sh', process.execPath, 'server/main.ts'],
    ],
    { log: join(folder, 'restarting-server.log') },
  )
  return { port, restart: () => child.kill('SIGHUP') }
}

describe.each([
  ['Caddy', startCaddy],
  ['nginx', startNginx],
])('%s with the sample file', (_, start) => {
  const startProxy = (upstream = sitePort) => start({ upstream, folder })

  test('§12.48 serves the site over https, and lets no client choose its address', async () => {
    const { http, https } = await startProxy()
    await expectAnswer(https, 200)
    const redirect = await fetch(`http://localhost:${http}/services`, { redirect: 'manual' })
    expect([301, 308]).toContain(redirect.status)
    expect(redirect.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/services$/)
    for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1']) {
      const { headers } = await sendRawRequest(`http://127.0.0.1:${http}`, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
      expect(headers.get('location') ?? '').not.toContain(host)
    }
    const statuses: number[] = []
    // A bucket has the logins of 15 minutes. The proxies share one: all requests come from 127.0.0.1.
    for (let count = 0; count < 20 * LOGINS_PER_ADDRESS; count++)
      statuses.push((await login(https, `203.0.113.${count}`)).status)
    expect(statuses).toContain(429)
  })

  test('§12.48 passes on no X-Forwarded header of the client', async () => {
    await using upstream = await startHttpServer((request, response) => response.end(JSON.stringify(request.headers)))
    const { https } = await startProxy(upstream.port)
    await expectAnswer(https, 200)
    const forged = { host: 'evil.example', proto: 'ws', for: '203.0.113.7' }
    const headers = Object.entries(forged).map(([name, value]) => [`X-Forwarded-${name}`, value])
    const { body } = await ask(https, '/', { headers: Object.fromEntries(headers) })
    for (const value of Object.values(forged)) expect(body).not.toContain(`"${value}"`)
    expect(JSON.parse(body)).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })
  })

  test('a body is never read as a request, whatever the method', async () => {
    const { https } = await startProxy()
    await expectAnswer(https, 200)
    const countRequests = (route: string) => site.readOutput().split(`"route":"${route}"`).length - 1
    const [validate, inner] = ['/api/auth/validate', '/health/live'].map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nClientId: 3\r\nEnvironmentId: dev\r\n`,
    )
    const body = `${inner}\r\n`
    const before = countRequests('/api/auth/validate')
    const connections: Promise<unknown>[] = []
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      for (const path of ['/api/contact', '/', '/webhooks/contentful', '/preview/graphql'])
        for (const framed of [
          `Content-Length: ${body.length}\r\n\r\n${body}`,
          `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
        ]) {
          const { send, closed } = await openRawConnection(`https://127.0.0.1:${https}`)
          send(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${framed}${validate}Connection: close\r\n\r\n`)
          // The second response shows that the proxy found the end of the first request.
          const received = closed().then((text) => text.match(/HTTP\/1\.1 \d{3} /g))
          connections.push(
            expect(received, `${method} ${path}`).resolves.toEqual([expect.any(String), 'HTTP/1.1 401 ']),
          )
        }
    await Promise.all(connections)
    await expect.poll(() => countRequests('/api/auth/validate')).toBe(before + connections.length)
    expect(countRequests('/health/live')).toBe(0)
  })

  test('a body of more than 1 MB gets 413, with and without a length', async () => {
    const { https } = await startProxy()
    await expectAnswer(https, 200)
    const body = 'x'.repeat(1_500_000)
    for (const headers of [{ 'content-length': body.length }, { 'transfer-encoding': 'chunked' }])
      for (const path of ['/webhooks/contentful', '/api/contact'])
        expect((await ask(https, path, { method: 'POST', headers, body })).status).toBe(413)
  })

  test('§12.30 logs neither the query of a request nor the visitor’s address, also while the site is down', async () => {
    const { https, readLog } = await startProxy(await findFreePort(18_700))
    await expectAnswer(https, 502)
    const path = `/preview?secret=${SECRET}&path=/gallery`
    expect((await ask(https, path, { localAddress: VISITOR })).status).toBe(502)
    await expect.poll(readLog).toContain('/preview')
    const log = await readLog()
    expect(log).not.toContain(SECRET)
    expect(log).not.toContain(VISITOR)
  })

  test('closes 500 unfinished connections of one address, and serves others meanwhile', async () => {
    const { https } = await startProxy()
    await expectAnswer(https, 200)
    const connections = await Promise.all(
      Array.from({ length: 500 }, async () => {
        const connection = await openRawConnection(`https://127.0.0.1:${https}`)
        connection.send('POST /api/contact HTTP/1.1\r\nHost: localhost\r\nX: ')
        return connection
      }),
    )
    expect((await ask(https, '/', { localAddress: VISITOR })).body).toContain('<title>Home</title>')
    await Promise.all(connections.map(({ closed }) => closed()))
  })

  test('loses no request while the site starts again', async () => {
    const { port, restart } = await startRestartingServer()
    const { https } = await startProxy(port)
    await expectAnswer(https, 200)
    const sendMessage = { method: 'POST', body: JSON.stringify({ text: 'x'.repeat(1000) }) }
    const getStatus = async (method: 'GET' | 'POST') => {
      const answer = method === 'GET' ? ask(https, '/') : ask(https, '/api/contact', sendMessage)
      return answer.then(
        ({ status }) => `${method} ${status}`,
        ({ message }) => `${method} ${message}`,
      )
    }
    const expected = new Set([await getStatus('GET'), await getStatus('POST')])
    const answers: string[] = []
    const visit = async (method: 'GET' | 'POST') => {
      while (answers.length < 300) answers.push(await getStatus(method))
    }
    const visitors = Array.from({ length: 8 }, (_, index) => visit(index % 2 ? 'GET' : 'POST'))
    for (const count of [50, 150, 250]) {
      await expect.poll(() => answers.length, { timeout: 30_000 }).toBeGreaterThan(count)
      restart()
    }
    await Promise.all(visitors)
    expect(new Set(answers)).toEqual(expected)
  })
})
