import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { startHttpServer } from '#local-tests/start-http-server.ts'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { findRunningLocalContentful, openCommandTarget } from './command-target.ts'

let folder: string

beforeEach(async () => {
  folder = await createTestFolder()
})

const writeAddressFile = (text: string) => writeFile(join(folder, 'address.json'), text)

test('ignores an address file whose port another server uses', async () => {
  await using server = await startHttpServer((_, response) => response.end('{}'))
  await writeAddressFile(JSON.stringify({ url: server.url }))
  expect(await findRunningLocalContentful(folder)).toBeUndefined()
})

test.each(['{', '{}', '{"url":"no address"}', '{"url":"http://127.0.0.1:1"}'])(
  'ignores an invalid address file: %s',
  async (text) => {
    await writeAddressFile(text)
    expect(await findRunningLocalContentful(folder)).toBeUndefined()
  },
)

test('rejects an environment that is no id', async () => {
  const target = openCommandTarget({ env: {}, api: 'management', environment: 'a/b', folder, log: () => {} })
  await expect(target).rejects.toThrow('--environment must be an id: letters, digits, hyphens')
})
