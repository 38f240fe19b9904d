import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { connectToSpace } from './space-client.ts'
import { getLocalConnection } from './space-connections.ts'

type Server = ReturnType<typeof createServer>

/** Starts a server, connects to it as to a space, and returns the error and the number of requests. */
async function connectTo(server: Server, host = '127.0.0.1') {
  let requests = 0
  server.on('request', () => (requests += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.closeAllConnections())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The server has no port')
  const connection = getLocalConnection(`http://${host}:${address.port}`, 'management')
  const error: unknown = await connectToSpace(connection).catch((reason: unknown) => reason)
  return { error, requests }
}

test.each<[string, Server, string]>([
  ['closes the connection', createServer((request) => request.destroy()), 'does not respond (socket hang up)'],
  ['never responds', createServer(() => {}), 'does not respond (timeout of 3000ms exceeded)'],
  ['sends a page of the network', createServer((_, response) => response.end('<p>Sign in')), 'unexpected response'],
  ['fails', createServer((_, response) => response.writeHead(503).end('{}')), 'responded with 503'],
])('a host that %s gets one request, and the error says what to do', async (_, server, reason) => {
  const { error, requests } = await connectTo(server)
  expect(error).toMatchObject({ name: 'UserError', lines: [expect.stringContaining(reason)] })
  expect(String(error)).toMatch(/(check the network|wait a minute) and run this again$/)
  expect(requests).toBe(1)
})

test('a host that does not exist is named', async () => {
  const { error } = await connectTo(createServer(), 'nowhere.invalid')
  expect(error).toMatchObject({ name: 'UserError', message: expect.stringMatching(/^nowhere\.invalid.+ENOTFOUND/) })
})
