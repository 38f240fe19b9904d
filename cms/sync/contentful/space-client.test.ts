import type { RequestListener } from 'node:http'
import { createClient } from 'contentful-management'
import { expect, test, vi } from 'vitest'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { connectToSpace, createSpaceClient } from './space-client.ts'
import { getLocalConnection } from './space-connections.ts'

vi.mock(import('contentful-management'), { spy: true })

test.each<[string, RequestListener, string]>([
  ['closes the connection', (request) => request.destroy(), 'does not respond (socket hang up)'],
  ['never responds', () => {}, 'does not respond (timeout of 3000ms exceeded)'],
  ['sends a page of the network', (_, response) => response.end('<p>Sign in'), 'unexpected response'],
  ['fails', (_, response) => response.writeHead(503).end('{}'), 'responded with 503'],
])('a host that %s gets one request, and the error says what to do', async (_, respond, reason) => {
  let requests = 0
  await using server = await startHttpServer((request, response) => {
    requests += 1
    respond(request, response)
  })
  const timeoutMs = reason.includes('timeout') ? undefined : 60_000
  const connecting = connectToSpace(getLocalConnection(server.url, 'management'), timeoutMs)
  const error: unknown = await connecting.catch((error: unknown) => error)
  expect(error).toMatchObject({ name: 'UserError', lines: [expect.stringContaining(reason)] })
  expect(String(error)).toMatch(/(check the network|wait a minute) and run this again$/)
  expect(requests).toBe(1)
})

test('a host that limits the rate of the first request is asked again by those that follow', async () => {
  await using server = await startHttpServer((_, response) => response.writeHead(429).end('{}'))
  const connection = getLocalConnection(server.url, 'management')
  expect(await connectToSpace(connection)).toHaveProperty('path', '/spaces/local/environments/master')
})

test('the requests of a real space leave a part of the rate limit to editors, and are repeated 8 times', () => {
  const local = getLocalConnection('http://127.0.0.1:1', 'management')
  createSpaceClient({ ...local, insecure: false })
  const options = { host: '127.0.0.1:1', insecure: false, accessToken: local.token, throttle: '80%', retryLimit: 8 }
  const functions = { onBeforeRequest: expect.any(Function), logHandler: expect.any(Function) }
  expect(createClient).toHaveBeenLastCalledWith({ ...options, ...functions }, expect.anything())
})
