import { expect, test } from 'vitest'
import { type FaultSettings, getFaultReport, setFaults } from '#cms/local/client.ts'
import { getLocalDeliveryConnection } from '#cms/sync/contentful/space-connections.ts'
import { expectRequestRate, startFaultProxy } from './fault-proxy.ts'
import { createPullFolder, createPullSpace } from './pull-folder.ts'
import { smallSeed } from './small-seed.ts'

const ASSETS = smallSeed.assets.length
/** Locales, content types, entries, assets: each fits one request. */
const READS = 4

test.concurrent.each<[string, FaultSettings]>([
  ['429', { rateLimit: { requests: 2, seconds: 1, apis: ['delivery', 'images'] } }],
  ['503', { serverErrors: { first: 2, apis: ['delivery'] } }],
  ['503 for files', { serverErrors: { first: 2, apis: ['images'] } }],
  ['lost connections', { cutConnections: { first: 2, apis: ['delivery'] } }],
  ['answers cut off', { cutBodies: { first: 1, apis: ['delivery'] } }],
  ['files cut off', { cutBodies: { first: 2, apis: ['images'] } }],
])('%s pass, and everything comes in', async (_, trouble) => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  await setFaults(space.url, trouble)
  const { counts } = await folder.pull(space.url)
  expect(Object.values((await getFaultReport(space.url)).triggered)).toEqual([expect.any(Number)])
  expect(counts).toMatchObject({ entry: { new: smallSeed.entries.length }, asset: { new: ASSETS } })
  expect((await folder.pull(space.url)).written).toEqual([])
})

test.concurrent('nothing goes on before the reset of a 429', async () => {
  await using space = await createPullSpace()
  await setFaults(space.url, { rateLimit: { requests: 1, seconds: 2, apis: ['delivery'] } })
  const started = performance.now()
  await space.pull()
  expect(performance.now() - started).toBeGreaterThan(1_950)
})

test('the limit counts every request, downloads too', async () => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  await using proxy = await startFaultProxy(space.url)
  await folder.pull(proxy.url, { requestsPerSecond: 2 })
  expect(proxy.requests).toHaveLength(READS + ASSETS)
  expectRequestRate(proxy, 2)
})

test.each<[string, FaultSettings, RegExp]>([
  [
    'a page in place of an answer',
    { html: { apis: ['delivery'] } },
    /does not answer as Contentful does \(.*text\/html.*\): check the network and try again$/,
  ],
  ['an expired token', { expiredTokens: {} }, /^The local Contentful answers 401 /],
])('%s: one line, and nothing is written', async (_, trouble, line) => {
  await using space = await createPullSpace()
  await setFaults(space.url, trouble)
  const before = await space.readState()
  await expect(space.pull()).rejects.toMatchObject({ name: 'UserError', lines: [expect.stringMatching(line)] })
  expect(await space.readState()).toEqual(before)
})

test.each([
  ['token', { deliveryToken: 'a-wrong-token' }],
  ['space', { spaceId: 'elsewhere' }],
  ['environment', { environmentId: 'elsewhere' }],
])('a wrong %s is one line, without the token', async (_, wrong) => {
  await using space = await createPullSpace()
  const connection = { ...getLocalDeliveryConnection(space.url), ...wrong }
  const refusal = await space.pull({ connection }).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    name: 'UserError',
    lines: [expect.stringMatching(/^The local Contentful answers 40[14] /)],
  })
  expect(String(refusal)).not.toContain(connection.deliveryToken)
})

test('a file that is gone is told with its asset, and nothing is written', async () => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  const gone = ({ path }: { readonly path: string }) => path.includes('/posters-home/')
  await using proxy = await startFaultProxy(space.url, (passing) =>
    gone(passing) ? { status: 404, body: { message: 'Gone' } } : undefined,
  )
  const { host } = new URL(proxy.url)
  await expect(folder.pull(proxy.url)).rejects.toMatchObject({
    name: 'UserError',
    lines: [
      expect.stringMatching(
        `^asset posters-home: home\\..*jpg does not come \\(${host} answers 404\\); upload it again, in Contentful, and publish it$`,
      ),
    ],
  })
  expect(await folder.readState()).toEqual({})
})

test('a file that is not what its name says is told with its asset', async () => {
  await using space = await createPullSpace()
  const { size = 0 } = (await space.client.asset.get({ assetId: 'posters-home' })).fields.file['en-US']?.details ?? {}
  await using folder = await createPullFolder()
  const body = { text: 'x'.repeat(Number(size) - '{"text":""}'.length) }
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.includes('/posters-home/') ? { status: 200, body } : undefined,
  )
  await expect(folder.pull(proxy.url)).rejects.toMatchObject({
    lines: [expect.stringMatching(/^asset posters-home: file uploads\/home.*\.jpg is not jpeg inside/)],
  })
  expect(await folder.readState()).toEqual({})
})
