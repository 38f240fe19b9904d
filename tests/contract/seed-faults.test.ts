import { expect, test } from 'vitest'
import { setFaults } from '#cms/local/client.ts'
import { seedSpace } from '#cms/sync/apply/seed-space.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { LOCAL_TOKENS } from '#shared/local-contentful.ts'
import { expectRequestRate, type ProxiedRequest, type ProxyFault, startFaultProxy } from './fault-proxy.ts'
import { createEmptySpace, createSeededSpace, readSpaceState, seedTestSpace } from './seeded-space.ts'
import { smallSeed } from './small-seed.ts'

/** The trouble, the first time that each method meets each path it concerns. */
function firstTime(concerns: (passing: ProxiedRequest) => boolean, trouble: ProxyFault) {
  const met = new Set<string>()
  return (passing: ProxiedRequest): ProxyFault => {
    const request = `${passing.method} ${passing.path}`
    if (!concerns(passing) || met.has(request)) return undefined
    met.add(request)
    return trouble
  }
}

const answer = (status: number, message: string) => ({ status, body: { sys: { type: 'Error', id: 'E' }, message } })

async function untroubled() {
  await using space = await createSeededSpace()
  return await readSpaceState(space.url)
}

test.concurrent('a create whose answer is lost is repeated, found done, and gone on from', async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(
    space.url,
    firstTime(({ method, path }) => method === 'PUT' && /\/entries\/[^/]+$/.test(path), 'cut after'),
  )
  const { failures, counts } = await seedTestSpace(proxy.url)
  expect(failures).toEqual([])
  expect(counts.entry.published).toBe(smallSeed.entries.length)
  expect(await readSpaceState(space.url)).toEqual(await untroubled())
})

test.concurrent('an upload that is put off by the rate limit is sent again whole', async () => {
  await using space = await createEmptySpace()
  const uploads = ({ path }: ProxiedRequest) => path.endsWith('/uploads')
  await using proxy = await startFaultProxy(space.url, firstTime(uploads, answer(429, 'Rate limit exceeded')))
  await seedTestSpace(proxy.url)
  expect(proxy.requests.filter(uploads)).toHaveLength(smallSeed.assets.length + 1)
  expect(await readSpaceState(space.url)).toEqual(await untroubled())
})

test('the limit counts every request, uploads and polls too', async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url)
  const { writes, reads } = await seedSpace({
    connection: getLocalManagementConnection(proxy.url),
    seed: { assets: smallSeed.assets, entries: [] },
    model: {},
    mediaFolder: 'public/media',
    requestsPerSecond: 4,
  })
  expect(proxy.requests).toHaveLength(writes + reads)
  expectRequestRate(proxy, 4)
})

test('an upload of an earlier run that is gone by now is made again', async () => {
  await using space = await createEmptySpace()
  const lost = ({ path }: ProxiedRequest) => path.endsWith('/assets/posters-home/files/en-US/process')
  await using early = await startFaultProxy(space.url, (passing) => (lost(passing) ? answer(422, 'Gone') : undefined))
  const { failures } = await seedTestSpace(early.url)
  expect(failures).toContainEqual({ kind: 'asset', id: 'posters-home', reason: 'Gone' })

  await using later = await startFaultProxy(space.url, firstTime(lost, answer(422, 'Gone')))
  expect((await seedTestSpace(later.url)).failures).toEqual([])
  expect(await readSpaceState(space.url)).toEqual(await untroubled())
})

test('what Contentful refuses costs what links to it, is listed, and comes in with the next run', async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.endsWith('/entries/hero-home') ? answer(422, 'Too long') : undefined,
  )
  const { failures, counts } = await seedTestSpace(proxy.url)
  expect(failures).toEqual([
    { kind: 'entry', id: 'hero-home', reason: 'Too long' },
    { kind: 'entry', id: 'home-page', reason: 'left out, because the entry hero-home it needs is not there' },
  ])
  expect(counts.entry).toMatchObject({ published: smallSeed.entries.length - 2, failed: 2 })
  expect((await seedTestSpace(space.url)).writes).toBe(4)
})

test('no right to write: one line, instead of a failure for everything', async () => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url, ({ method }) =>
    method === 'GET' ? undefined : answer(403, 'Forbidden'),
  )
  await expect(seedTestSpace(proxy.url)).rejects.toMatchObject({
    name: 'UserError',
    lines: ['The local Contentful answers 403 (Forbidden): stop it and start it again'],
  })
})

test('a space that has another default locale: one line before anything is written', async () => {
  await using space = await createEmptySpace()
  const german = {
    items: [
      { code: 'de', default: true },
      { code: 'en-US', default: false },
    ],
    total: 2,
  }
  await using proxy = await startFaultProxy(space.url, ({ path }) =>
    path.includes('/locales') ? { status: 200, body: german } : undefined,
  )
  await expect(seedTestSpace(proxy.url)).rejects.toThrow('The space\'s default locale is "de"')
  expect(await readSpaceState(space.url)).toEqual({})
})

test('a space that is full: one line that says so', async () => {
  await using space = await createEmptySpace()
  await setFaults(space.url, { limits: { contentTypes: 2 } })
  await expect(seedTestSpace(space.url)).rejects.toThrow(
    /the space is full \(Forbidden; usageExceeded; .+\): delete what is not used/,
  )
})

test('a token without rights: one line, and nothing is written', async () => {
  await using space = await createEmptySpace()
  const connection = { ...getLocalManagementConnection(space.url), managementToken: LOCAL_TOKENS.readOnly }
  await expect(seedTestSpace(space.url, { connection })).rejects.toMatchObject({
    name: 'UserError',
    lines: [expect.stringContaining('403')],
  })
  expect(await readSpaceState(space.url)).toEqual({})
})
