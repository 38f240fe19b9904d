import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findFreePort, findSitePort, LOCAL_HOST, parsePort } from './ports.ts'

test('skips a port in use and logs it', async () => {
  const first = await findFreePort(3_456)
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  expect(await findSitePort(first, log)).toBe(first)
  expect(lines).toEqual([])
  await using server = createServer().listen({ port: first, host: LOCAL_HOST })
  await once(server, 'listening')
  const port = await findSitePort(first, log)
  expect(port).toBeGreaterThan(first)
  expect(lines).toEqual([`Port ${first} is in use: the site uses ${port}.`])
})

test('skips a reserved port', async () => {
  const free = await findFreePort(3_456)
  expect(await findFreePort(free, free)).toBeGreaterThan(free)
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
