import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { createServer } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { openRawConnection } from '#tests/setup/server/raw-http.ts'
import { apiProxyPlugin } from './dev-routes.ts'

test('the development server sends the backend one request for each, with a body for POST only', async () => {
  const requests: string[] = []
  const backend = createHttpServer(async (request, response) => {
    const body = await buffer(request)
    requests.push(`${request.method} ${request.url} ${body}`)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(backend, 'listening')
  onTestFinished(() => void backend.close())
  const address = backend.address()
  if (address === null || typeof address === 'string') throw new Error('The backend has no port')
  const vite = await createServer({
    configFile: false,
    root: tmpdir(),
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0 },
    plugins: [apiProxyPlugin(`http://127.0.0.1:${address.port}`)],
  })
  await vite.listen()
  onTestFinished(() => vite.close())
  const body = 'GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n'
  const framed = [
    `Content-Length: ${body.length}\r\n\r\n${body}`,
    `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
  ]
  const received: string[] = []
  for (const method of ['GET', 'DELETE', 'PUT', 'POST'])
    for (const bytes of framed) {
      const { send, closed } = await openRawConnection(vite.resolvedUrls?.local[0] ?? '')
      send(`${method} /api/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: text/plain\r\n${bytes}`)
      expect(await closed()).toMatch(/^HTTP\/1\.1 200 /)
      received.push(`${method} /x ${method === 'POST' ? body : ''}`)
    }
  expect(requests).toEqual(received)
})
