import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, findSitePort, LOCAL_HOST, parsePort } from './ports.ts'

async function occupyPort() {
  const server = createServer().listen({ port: 0, host: LOCAL_HOST })
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { port: address.port, [Symbol.dispose]: () => server.close() }
}

test('skips a port in use and logs it', async () => {
  using taken = await occupyPort()
  const lines: string[] = []
  const port = await findSitePort(taken.port, (line) => lines.push(line))
  expect(port).toBeGreaterThan(taken.port)
  expect(lines).toEqual([`Port ${taken.port} is in use: the site uses ${port}.`])
})

test('uses a free port without a log line', async () => {
  const free = await findFreePort(3_456)
  const lines: string[] = []
  expect(await findSitePort(free, (line) => lines.push(line))).toBe(free)
  expect(lines).toEqual([])
})

test('skips a reserved port', async () => {
  const free = await findFreePort(3_456)
  expect(await findFreePort(free, (port) => port === free)).toBeGreaterThan(free)
})

test.each<[PORT: string | undefined, port: number | undefined]>([
  [undefined, 3000],
  ['', 3000],
  ['8080', 8080],
  ...['abc', '0', '65536', '80.5', '-1'].map((text): [string, undefined] => [text, undefined]),
])('PORT=%s is %s', (PORT, port) => {
  const parse = () => parsePort({ PORT }, 'PORT', 3000)
  if (port) expect(parse()).toBe(port)
  else expect(parse).toThrow(`PORT is "${PORT}": set it to a port from 1 to 65535`)
})
