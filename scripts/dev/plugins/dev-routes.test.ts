import { tmpdir } from 'node:os'
import { fastify } from 'fastify'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { openRawConnection } from '#tests/setup/server/raw-http.ts'
import { contactApiPlugin } from './dev-routes.ts'

test('the development server passes each request below /api on, and reads no body as a request', async () => {
  const requests: string[] = []
  const app = fastify()
  onTestFinished(() => app.close())
  app.addHook('onRequest', async ({ method, url }) => {
    requests.push(`${method} ${url}`)
  })
  app.setNotFoundHandler((_, reply) => reply.code(404).send())
  const vite = await createServer({
    configFile: false,
    root: tmpdir(),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
    plugins: [contactApiPlugin(app)],
  })
  await vite.listen()
  onTestFinished(() => vite.close())
  const body = 'GET /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  const framed = [
    `Content-Length: ${body.length}\r\n\r\n${body}`,
    `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ]
  const sent: string[] = []
  for (const method of ['GET', 'DELETE', 'PUT', 'POST'])
    for (const bytes of framed) {
      const { send, closed } = await openRawConnection(vite.resolvedUrls?.local[0] ?? '')
      send(`${method} /api/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\n${bytes}`)
      expect(await closed()).toMatch(/^HTTP\/1\.1 404 /)
      sent.push(`${method} /api/x`)
    }
  expect(requests).toEqual(sent)
})
