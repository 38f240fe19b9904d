import { expect, test } from 'vitest'
import { startHttpServer } from '#local/tests/start-http-server.ts'
import { readBodyUpTo } from './loopback-requests.ts'

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
