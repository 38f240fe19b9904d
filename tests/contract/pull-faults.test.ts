import { expect, test } from 'vitest'
import { smallSeed } from '#tests/setup/contentful/small-seed.ts'
import { createErrorResponse, type ProxiedRequest, type ProxyFault, startFaultProxy } from './fault-proxy.ts'
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
  ['files of another size', 2, ['/assets/'], { status: 200, body: {} }],
])('pulls everything despite %s', async (_, count, prefixes, fault) => {
  await using space = await createPullSpace()
  await using folder = await createPullFolder()
  await using proxy = await startFaultProxy(space.url, onFirstRequests(count, prefixes, fault))
  await folder.pull(proxy.url)
  expect(proxy.requests.length).toBeGreaterThan(ASSET_COUNT + count)
  expect(Object.keys(await folder.readAssets())).toHaveLength(ASSET_COUNT)
  expect((await folder.pull(space.url)).written).toEqual([])
})

test.concurrent.each<[string, ProxyFault, string]>([
  ['that is missing', createErrorResponse(404, 'Gone'), 'responded with 404'],
  ['whose connections are lost', 'cut before', 'other side closed'],
])(
  'tries to download a file %s 5 times in 7 s, reports it with its asset, and writes nothing',
  async (_, fault, reason) => {
    await using space = await createPullSpace()
    await using folder = await createPullFolder()
    const times: number[] = []
    await using proxy = await startFaultProxy(space.url, ({ path }) =>
      path.includes('/posters-home/') && times.push(Date.now()) ? fault : undefined,
    )
    await expect(folder.pull(proxy.url)).rejects.toMatchObject({
      name: 'UserError',
      lines: [
        expect.stringMatching(
          `^asset posters-home: its file cannot be downloaded \\(.*${reason}\\): pull again later, or upload the file again`,
        ),
      ],
    })
    expect(times).toHaveLength(5)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(7_000)
    expect(await folder.readState()).toEqual({})
  },
)
