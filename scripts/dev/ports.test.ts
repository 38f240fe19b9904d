import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, findSitePort, LOCAL_HOST, parsePort } from './ports.ts'

async function takenPort() {
  const server = createServer().listen({ port: 0, host: LOCAL_HOST })
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return { port: address.port, [Symbol.dispose]: () => server.close() }
}

test('a port in use is passed over, and said', async () => {
  using taken = await takenPort()
  const said: string[] = []
  const port = await findSitePort(taken.port, (line) => said.push(line))
  expect(port).toBeGreaterThan(taken.port)
  expect(said).toEqual([`Port ${taken.port} is in use: the site takes ${port}.`])
})

test('a free port is taken without a word', async () => {
  const free = await findFreePort(3_456)
  const said: string[] = []
  expect(await findSitePort(free, (line) => said.push(line))).toBe(free)
  expect(said).toEqual([])
})

test('a port that is promised already is not free', async () => {
  const free = await findFreePort(3_456)
  expect(await findFreePort(free, (port) => port === free)).toBeGreaterThan(free)
})

test('nothing is looked for beyond the last port', async () => {
  await expect(findFreePort(65_535, () => true)).rejects.toThrow('No port from 65535 on is free')
})

test('PORT says where to begin', () => {
  expect(parsePort({}, 'PORT', 3000)).toBe(3000)
  expect(parsePort({ PORT: '' }, 'PORT', 3000)).toBe(3000)
  expect(parsePort({ PORT: '8080' }, 'PORT', 3000)).toBe(8080)
})

test.each(['abc', '0', '65536', '80.5', '-1'])('PORT=%s is said to be wrong', (PORT) => {
  expect(() => parsePort({ PORT }, 'PORT', 3000)).toThrow(`PORT is "${PORT}": set it to a port from 1 to 65535`)
})
