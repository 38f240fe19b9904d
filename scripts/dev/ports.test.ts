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

test('rejects when no port up to 65535 is free', async () => {
  await expect(findFreePort(65_535, () => true)).rejects.toThrow('No port from 65535 on is free')
})

test('reads the port of a variable or its default', () => {
  expect(parsePort({}, 'PORT', 3000)).toBe(3000)
  expect(parsePort({ PORT: '' }, 'PORT', 3000)).toBe(3000)
  expect(parsePort({ PORT: '8080' }, 'PORT', 3000)).toBe(8080)
})

test.each(['abc', '0', '65536', '80.5', '-1'])('rejects PORT=%s', (PORT) => {
  expect(() => parsePort({ PORT }, 'PORT', 3000)).toThrow(`PORT is "${PORT}": set it to a port from 1 to 65535`)
})
