import { type FaultSettings, getFaultReport, setFaults } from 'contentful-local/testing'
import { expect, test } from 'vitest'
import { getLocalDeliveryConnection } from '#cms/sync/contentful/space-connections.ts'
import { expectRequestRate, startFaultProxy } from './fault-proxy.ts'
import { createPullFolder, createPullSpace } from './pull-folder.ts'
import { smallSeed } from './small-seed.ts'

const ASSET_COUNT = smallSeed.assets.length
/** One request each for locales, content types, entries and assets. */
const API_REQUEST_COUNT = 4

test.concurrent.each<[string, FaultSettings]>([
  ['429 responses', { rateLimit: { requests: 2, seconds: 1, apis: ['delivery', 'images'] } }],
  ['503 responses', { serverErrors: { first: 2, apis: ['delivery'] } }],
  ['503 responses for files', { serverErrors: { first: 2, apis: ['images'] } }],
  ['lost connections', { cutConnections: { first: 2, apis: ['delivery'] } }],
  ['truncated responses', { cutBodies: { first: 1, apis: ['delivery'] } }],
  ['truncated files', { cutBodies: { first: 2, apis: ['images'] } }],
])('pulls everything despite %s', async (_, faults) => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  await setFaults(space.url, faults)
  const { counts } = await folder.pull(space.url)
  expect(Object.values((await getFaultReport(space.url)).triggered)).toEqual([expect.any(Number)])
  expect(counts).toMatchObject({ entry: { new: smallSeed.entries.length }, asset: { new: ASSET_COUNT } })
  expect((await folder.pull(space.url)).written).toEqual([])
})

test.concurrent('waits for the reset of a 429 response', async () => {
  await using space = await createPullSpace()
  await setFaults(space.url, { rateLimit: { requests: 1, seconds: 2, apis: ['delivery'] } })
  const started = performance.now()
  await space.pull()
  expect(performance.now() - started).toBeGreaterThan(1_950)
})

test('the rate limit includes downloads', async () => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  await using proxy = await startFaultProxy(space.url)
  await folder.pull(proxy.url, { requestsPerSecond: 2 })
  expect(proxy.requests).toHaveLength(API_REQUEST_COUNT + ASSET_COUNT)
  expectRequestRate(proxy, 2)
})

test.each<[string, FaultSettings, RegExp]>([
  [
    'an HTML page as response',
    { html: { apis: ['delivery'] } },
    /returned an unexpected response \(.*text\/html.*\): check the network and try again$/,
  ],
  ['an expired token', { expiredTokens: {} }, /^The local Contentful responded with 401 /],
])('reports %s in one line, and writes nothing', async (_, faults, message) => {
  await using space = await createPullSpace()
  await setFaults(space.url, faults)
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({ name: 'UserError', lines: [expect.stringMatching(message)] })
  expect(await space.readState()).toEqual(before)
})

test.each([
  ['token', { deliveryToken: 'a-wrong-token' }],
  ['space', { spaceId: 'elsewhere' }],
  ['environment', { environmentId: 'elsewhere' }],
])('reports a wrong %s in one line, without the token', async (_, changes) => {
  await using space = await createPullSpace()
  const connection = { ...getLocalDeliveryConnection(space.url), ...changes }
  const error = await space.pull({ connection }).catch((error: unknown) => error)
  expect(error).toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(/^The local Contentful responded with 40[14] /)],
  })
  expect(String(error)).not.toContain(connection.deliveryToken)
})

test('reports a missing file with its asset, and writes nothing', async () => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  const isPosterFile = ({ path }: { readonly path: string }) => path.includes('/posters-home/')
  await using proxy = await startFaultProxy(space.url, (request) =>
    isPosterFile(request) ? { status: 404, body: { message: 'Gone' } } : undefined,
  )
  const { host } = new URL(proxy.url)
  await expect(folder.pull(proxy.url)).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      expect.stringMatching(
        `^asset posters-home: home\\..*jpg cannot be downloaded \\(${host} responded with 404\\); upload it again, in Contentful, and publish it$`,
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
        /^asset posters-home: file uploads\/home.*\.jpg has the content of an unknown format, not of jpeg/,
      ),
    ],
  })
  expect(await folder.readState()).toEqual({})
})
