import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { readBodyUpTo } from './loopback-requests.ts'

test('reads the start of an endless body and closes the connection', async () => {
  let sentBytes = 0
  const closed = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.on('close', closed.resolve)
    const send = () => {
      sentBytes += 65_536
      if (!response.destroyed) response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(send))
    }
    send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    const body = await readBodyUpTo(await fetch(`http://127.0.0.1:${port}`), 100_001)
    expect(body.toString()).toBe('x'.repeat(100_001))
    await closed.promise
    expect(sentBytes).toBeLessThan(20_000_000)
  } finally {
    server.close()
  }
})

test('reads a shorter body completely and returns an empty buffer without a body', async () => {
  expect((await readBodyUpTo(new Response('short'), 100)).toString()).toBe('short')
  expect(await readBodyUpTo(new Response(null, { status: 204 }), 100)).toHaveLength(0)
})
