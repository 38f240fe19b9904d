import { expect, test } from 'vitest'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import {
  createErrorResponse,
  onRequests,
  type ProxiedRequest,
  type ProxyFault,
  startFaultProxy,
} from './fault-proxy.ts'
import { createPullFolder, createPullSpace } from './pull-folder.ts'

const ASSET_COUNT = smallSeed.assets.length

/** The fault for the first `count` requests whose path starts with one of the prefixes. */
function onFirstRequests(count: number, prefixes: readonly string[], fault: ProxyFault) {
  let remaining = count
  return ({ path }: ProxiedRequest) =>
    prefixes.some((prefix) => path.startsWith(prefix)) && remaining-- > 0 ? fault : undefined
}

const ENTRIES = '/cdn/spaces/local/environments/master/entries'
const RATE_LIMITED = createErrorResponse(429, 'Rate limit exceeded', 1)

test.concurrent.each<[string, number, readonly string[], ProxyFault]>([
  ['429 responses', 2, [ENTRIES, '/assets/'], RATE_LIMITED],
  ['lost connections', 2, [ENTRIES], 'cut before'],
  ['truncated files', 2, ['/assets/'], 'cut body'],
])('pulls everything despite %s', async (_, count, prefixes, fault) => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  await using proxy = await startFaultProxy(space.url, onFirstRequests(count, prefixes, fault))
  await folder.pull(proxy.url)
  expect(proxy.requests.length).toBeGreaterThan(ASSET_COUNT + count)
  expect(Object.keys(await folder.readAssets())).toHaveLength(ASSET_COUNT)
  expect((await folder.pull(space.url)).written).toEqual([])
})

test('reports a missing file with its asset, and writes nothing', async () => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  const fault = createErrorResponse(404, 'Gone')
  await using proxy = await startFaultProxy(space.url, onRequests(/\/posters-home\//, fault))
  await expect(folder.pull(proxy.url)).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      expect.stringMatching(
        /^asset posters-home: its file cannot be downloaded \(.+ responded with 404\): pull again later, or upload the file again/,
      ),
    ],
  })
  expect(await folder.readState()).toEqual({})
})

test('reports a file whose content does not match its extension with its asset', async () => {
  await using space = await createPullSpace()
  const { size = 0 } = (await space.client.asset.get({ assetId: 'posters-home' })).fields.file['en-US']?.details ?? {}
  await using folder = await createPullFolder()
  const body = { text: 'x'.repeat(Number(size) - '{"text":""}'.length) }
  await using proxy = await startFaultProxy(space.url, onRequests(/\/posters-home\//, { status: 200, body }))
  await expect(folder.pull(proxy.url)).rejects.toMatchObject({
    lines: [
      expect.stringMatching(
        /^asset posters-home: file uploads\/posters-home\.jpg has the content of an unknown format, not of jpeg/,
      ),
    ],
  })
  expect(await folder.readState()).toEqual({})
})
