import { expect, test } from 'vitest'
import { startHttpServer } from '#local/tests/start-http-server.ts'
import { fetchLoopbackFile, MAX_FILE_BYTES, readBodyUpTo } from './loopback-requests.ts'

test('reads the start of an endless body and closes the connection', async () => {
  let sentBytes = 0
  const closed = Promise.withResolvers<void>()
  await using server = await startHttpServer((_, response) => {
    response.on('close', closed.resolve)
    const send = () => {
      sentBytes += 65_536
      if (!response.destroyed) response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(send))
    }
    send()
  })
  const body = await readBodyUpTo(await fetch(server.url), 100_001)
  expect(body.toString()).toBe('x'.repeat(100_001))
  await closed.promise
  expect(sentBytes).toBeLessThan(20_000_000)
})

test('reads a shorter body completely and returns an empty buffer without a body', async () => {
  expect((await readBodyUpTo(new Response('short'), 100)).toString()).toBe('short')
  expect(await readBodyUpTo(new Response(null, { status: 204 }), 100)).toHaveLength(0)
})

test.each([
  ['is empty', 200, 0, 'the file is empty'],
  ['is one byte too large', 200, MAX_FILE_BYTES + 1, `the file has more than ${MAX_FILE_BYTES} bytes`],
  ['comes with an error', 500, 1, 'the server responded with 500'],
])('refuses a file that %s', async (_, status, length, reason) => {
  await using server = await startHttpServer((_, response) => response.writeHead(status).end(Buffer.alloc(length)))
  const fetchedBytes = fetchLoopbackFile(server.url).then((content) => content.length)
  await expect(fetchedBytes).rejects.toThrow(reason)
})
