import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalContentful } from 'contentful-local'
import { setFaults } from 'contentful-local/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunningLocalContentful } from './command-target.ts'

let folder: string
let server: Server
let url: string
let status = 200

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'address-'))
  server = createServer((_, response) => response.writeHead(status).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})

afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true })
})

const writeAddressFile = (text: string) => writeFile(join(folder, 'address.json'), text)

test('finds nothing without an address file', async () =>
  expect(await findRunningLocalContentful(folder)).toBeUndefined())

test('finds the server of the address file', async () => {
  await writeAddressFile(JSON.stringify({ url }))
  expect(await findRunningLocalContentful(folder)).toBe(url)
})

test('ignores an address file whose port another server uses', async () => {
  await writeAddressFile(JSON.stringify({ url }))
  status = 404
  expect(await findRunningLocalContentful(folder)).toBeUndefined()
})

test.each(['{', '{}', '{"url":"no address"}', '{"url":"http://127.0.0.1:1"}'])(
  'ignores an invalid address file: %s',
  async (text) => {
    await writeAddressFile(text)
    expect(await findRunningLocalContentful(folder)).toBeUndefined()
  },
)

test('finds a local Contentful with injected faults, so that no second one uses its folder', async () => {
  const cms = await startLocalContentful({ port: 0, folder: join(folder, 'cms') })
  await writeAddressFile(JSON.stringify({ url: cms.url }))
  await setFaults(cms.url, { expiredTokens: {}, serverErrors: { status: 503 }, latency: { milliseconds: 5_000 } })
  expect(await findRunningLocalContentful(folder)).toBe(cms.url)
  await cms.close()
})
