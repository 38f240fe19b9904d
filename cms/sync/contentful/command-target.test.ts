import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startLocalContentful } from 'contentful-local'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findRunningLocalContentful } from './command-target.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'address-'))
})

afterAll(() => rm(folder, { recursive: true }))

const writeAddressFile = (text: string) => writeFile(join(folder, 'address.json'), text)

test('finds nothing without an address file', async () =>
  expect(await findRunningLocalContentful(folder)).toBeUndefined())

test('finds the local Contentful of the address file', async () => {
  const cms = await startLocalContentful({ port: 0, folder: join(folder, 'cms') })
  await writeAddressFile(JSON.stringify({ url: cms.url }))
  expect(await findRunningLocalContentful(folder)).toBe(cms.url)
  await cms.close()
})

test('ignores an address file whose port another server uses', async () => {
  const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await writeAddressFile(
    JSON.stringify({ url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}` }),
  )
  expect(await findRunningLocalContentful(folder)).toBeUndefined()
  server.close()
})

test.each(['{', '{}', '{"url":"no address"}', '{"url":"http://127.0.0.1:1"}'])(
  'ignores an invalid address file: %s',
  async (text) => {
    await writeAddressFile(text)
    expect(await findRunningLocalContentful(folder)).toBeUndefined()
  },
)
