import { expect, test } from 'vitest'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { createErrorResponse, HTML_PAGE, type ProxiedRequest, type ProxyFault, startFaultProxy } from './fault-proxy.ts'
import { createPullFolder, createPullSpace } from './pull-folder.ts'
import { smallSeed } from './small-seed.ts'

const ASSET_COUNT = smallSeed.assets.length
/** One request for each of content types, entries and assets, and two for locales. */
const API_REQUEST_COUNT = 5

/** The fault for the first `count` requests whose path starts with one of the prefixes. */
function onFirstRequests(count: number, prefixes: readonly string[], fault: ProxyFault) {
  let remaining = count
  return ({ path }: ProxiedRequest) =>
    prefixes.some((prefix) => path.startsWith(prefix)) && remaining-- > 0 ? fault : undefined
}

const ENTRIES = '/cdn/spaces/local/environments/master/entries'
const RATE_LIMITED = createErrorResponse(429, 'Rate limit exceeded', 1)
const UNAVAILABLE = createErrorResponse(503, 'Unavailable')

test.concurrent.each<[string, number, readonly string[], ProxyFault]>([
  ['429 responses', 2, [ENTRIES, '/assets/'], RATE_LIMITED],
  ['503 responses', 2, [ENTRIES], UNAVAILABLE],
  ['503 responses for files', 2, ['/assets/'], UNAVAILABLE],
  ['lost connections', 2, [ENTRIES], 'cut before'],
  ['truncated files', 2, ['/assets/'], 'cut body'],
])('pulls everything despite %s', async (_, count, prefixes, fault) => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  await using proxy = await startFaultProxy(space.url, onFirstRequests(count, prefixes, fault))
  await folder.pull(proxy.url)
  expect(proxy.requests).toHaveLength(API_REQUEST_COUNT + ASSET_COUNT + count)
  expect(Object.keys(await folder.readAssets())).toHaveLength(ASSET_COUNT)
  expect((await folder.pull(space.url)).written).toEqual([])
})

test.concurrent('waits for the reset of a 429 response', async () => {
  await using space = await createPullSpace()
  const limited = createErrorResponse(429, 'Rate limit exceeded', 2)
  await using proxy = await startFaultProxy(space.url, onFirstRequests(1, [ENTRIES], limited))
  await space.pull({ connection: getLocalConnection(proxy.url, 'delivery') })
  const [first, second] = proxy.requests.filter(({ path }) => path.startsWith(ENTRIES))
  expect((second?.time ?? 0) - (first?.time ?? 0)).toBeGreaterThan(1_950)
})

test.each<[string, ProxyFault, RegExp]>([
  ['an HTML page as response', HTML_PAGE, /returned an unexpected response: check the network and run this again$/],
  ['an expired token', createErrorResponse(401, 'Expired'), /^The local Contentful responded with 401 /],
])('reports %s in one line, and writes nothing', async (_, fault, message) => {
  await using space = await createPullSpace()
  await using proxy = await startFaultProxy(space.url, () => fault)
  const before = await space.readState()
  const connection = getLocalConnection(proxy.url, 'delivery')
  await expect(space.pull({ connection })).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(message)],
  })
  expect(await space.readState()).toEqual(before)
})

test.each([
  ['token', { token: 'a-wrong-token' }],
  ['space', { spaceId: 'elsewhere' }],
  ['environment', { environmentId: 'elsewhere' }],
])('reports a wrong %s in one line, without the token', async (_, changes) => {
  await using space = await createPullSpace()
  const connection = { ...getLocalConnection(space.url, 'delivery'), ...changes }
  const error = await space.pull({ connection }).catch((error: unknown) => error)
  expect(error).toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(/^The local Contentful (responded with 40[14] |has no environment)/)],
  })
  expect(String(error)).not.toContain(connection.token)
})

test('reports a missing file with its asset, and writes nothing', async () => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  const isPosterFile = ({ path }: { readonly path: string }) => path.includes('/posters-home/')
  await using proxy = await startFaultProxy(space.url, (request) =>
    isPosterFile(request) ? { status: 404, body: { message: 'Gone' } } : undefined,
  )
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
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.includes('/posters-home/') ? { status: 200, body } : undefined,
  )
  await expect(folder.pull(proxy.url)).rejects.toMatchObject({
    lines: [
      expect.stringMatching(
        /^asset posters-home: file uploads\/posters-home\.jpg has the content of an unknown format, not of jpeg/,
      ),
    ],
  })
  expect(await folder.readState()).toEqual({})
})
