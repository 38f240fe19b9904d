import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { readBodyUpTo } from './loopback-requests.ts'

test('of a body without an end the beginning is read, and its sender is left', async () => {
  let sent = 0
  const left = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.on('close', left.resolve)
    const send = () => {
      sent += 65_536
      if (!response.destroyed) response.write(Buffer.alloc(65_536, 'x'), () => setImmediate(send))
    }
    send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  try {
    const read = await readBodyUpTo(await fetch(`http://127.0.0.1:${port}`), 100_001)
    expect(read.toString()).toBe('x'.repeat(100_001))
    await left.promise
    expect(sent).toBeLessThan(20_000_000)
  } finally {
    server.close()
  }
})

test('a shorter body is read whole, and no body is empty', async () => {
  expect((await readBodyUpTo(new Response('short'), 100)).toString()).toBe('short')
  expect(await readBodyUpTo(new Response(null, { status: 204 }), 100)).toHaveLength(0)
})
