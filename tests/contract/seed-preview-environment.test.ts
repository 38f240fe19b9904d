import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { model } from '#cms/model/model.ts'
import { formatSeedSummary, hasDrift } from '#cms/sync/apply/seed-space.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { formatPlan } from '#cms/sync/plan/format-plan.ts'
import { applyPreviewEnvironment } from '#cms/sync/resources/preview-environment.ts'
import { type ProxiedRequest, type ProxyFault, startFaultProxy } from './fault-proxy.ts'
import { createEmptySpace, createSeededSpace, planTestSpace, seedTestSpace } from './seeded-space.ts'
import { smallModel } from './small-seed.ts'
import { createManagementClient } from './test-contentful.ts'

const PATH = '/spaces/local/preview_environments'
const SECRET = 'the-first-secret+of/us'
const previews = { siteUrl: 'https://www.site.example', secret: SECRET }
const another = { ...previews, secret: 'the-second-secret-of-us' }

const environment = z.looseObject({
  name: z.string(),
  configurations: z.array(z.looseObject({ contentType: z.string(), url: z.string(), enabled: z.boolean() })),
  sys: z.looseObject({ id: z.string(), version: z.number() }),
})

async function addressesIn(url: string) {
  const { name, configurations } = environment.parse(await createManagementClient(url).raw.get(`${PATH}/site`))
  return { name, urls: Object.fromEntries(configurations.map((one) => [one.contentType, one.url])) }
}

/** Someone changes ours by hand. */
async function edit(url: string, change: (held: z.output<typeof environment>) => object) {
  const { raw } = createManagementClient(url)
  const held = environment.parse(await raw.get(`${PATH}/site`))
  const headers = { 'X-Contentful-Version': held.sys.version }
  await raw.put(`${PATH}/site`, change(held), { headers })
}

const planned = async (url: string, task = {}) =>
  (await planTestSpace(url, { previews, ...task })).items
    .filter(hasDrift)
    .map(({ resourceType, id, action }) => [resourceType, id, action])

/** A seeded space behind a network that does as it is told with requests for preview addresses. */
async function behindProxy(meddle: (passing: ProxiedRequest) => ProxyFault) {
  const space = await createSeededSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  const isOurs = ({ path }: ProxiedRequest) => path.startsWith(PATH)
  const proxy = await startFaultProxy(space.url, (passing) => (isOurs(passing) ? meddle(passing) : undefined))
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { space, proxy, asked: () => proxy.requests.filter(isOurs).map(({ method }) => method) }
}

test('seeding says where drafts are shown; a second run writes nothing', async () => {
  await using space = await createEmptySpace()
  const first = await seedTestSpace(space.url, { previews })
  expect(first.failures).toEqual([])
  expect(first.counts['preview addresses']).toMatchObject({ created: 1, updated: 0, failed: 0 })
  expect(formatSeedSummary(first)).toMatch(/^preview addresses +1 +0 +0 +0$/m)
  const shown = `https://www.site.example/preview?secret=the-first-secret%2Bof%2Fus&path=%2F`
  expect(await addressesIn(space.url)).toEqual({
    name: 'Website',
    urls: Object.fromEntries(Object.keys(smallModel).map((id) => [id, shown])),
  })
  expect(await seedTestSpace(space.url, { previews })).toMatchObject({
    writes: 0,
    counts: { 'preview addresses': { unchanged: 1 } },
  })
})

test('every content type of the whole model but redirects has its address', async () => {
  await using space = await createEmptySpace()
  const { failures } = await seedTestSpace(space.url, { seed: { assets: [], entries: [] }, model, previews })
  expect(failures).toEqual([])
  const { urls } = await addressesIn(space.url)
  expect(Object.keys(urls).sort()).toEqual(
    Object.keys(model)
      .filter((id) => id !== 'redirect')
      .sort(),
  )
  // The web app looks for the braces as they are.
  expect(urls.videoHero).toMatch(/&path=%2F&entry=\{entry\.sys\.id\}$/)
  expect(urls.galleryImage).toMatch(/&path=%2Fgallery%3Fphoto%3D\{entry\.sys\.id\}$/)
})

test('without a site nothing is compared, and nothing is said', async () => {
  const { proxy, asked } = await behindProxy(() => undefined)
  expect((await seedTestSpace(proxy.url)).counts).not.toHaveProperty('preview addresses')
  expect(asked()).toEqual([])
})

test('another secret is one update, and neither of the two is shown', async () => {
  await using space = await createEmptySpace()
  await seedTestSpace(space.url, { previews })
  const { items } = await planTestSpace(space.url, { previews: another })
  expect(formatPlan(items)).toMatch(
    /^~ preview addresses site: update\n {4}secret: "another" -> "that of the site"\n1 to update/,
  )
  expect(JSON.stringify(items)).not.toMatch(/the-(first|second)-secret/)

  expect(await seedTestSpace(space.url, { previews: another })).toMatchObject({
    writes: 1,
    counts: { 'preview addresses': { updated: 1 } },
  })
  expect((await addressesIn(space.url)).urls.homePage).toContain('secret=the-second-secret-of-us&')
})

test('another site is shown address by address, without the secret', async () => {
  await using space = await createEmptySpace()
  expect(formatPlan((await planTestSpace(space.url, { previews })).items)).toContain(
    '+ preview addresses site: create\n',
  )
  await seedTestSpace(space.url, { previews })
  const { items } = await planTestSpace(space.url, { previews: { ...previews, siteUrl: 'https://b.example' } })
  const text = formatPlan(items)
  expect(text).toContain(
    '    homePage: "https://www.site.example/preview?secret=…&path=%2F" -> "https://b.example/prev',
  )
  expect(text).not.toContain('secret: ')
  expect(JSON.stringify(items)).not.toContain('the-first-secret')
})

test('what somebody changed in ours is put right; what others made, and content types of their own, stay', async () => {
  await using space = await createSeededSpace()
  await seedTestSpace(space.url, { previews })
  const { client, url } = space
  const own = { contentType: 'own', url: 'https://own.example/', enabled: true, example: false }
  const fields = [{ id: 'title', name: 'Title', type: 'Symbol', required: false, localized: false }]
  const type = await client.contentType.createWithId({ contentTypeId: 'own' }, { name: 'Own', fields })
  await client.contentType.publish({ contentTypeId: 'own' }, type)
  const other = await client.raw.put(`${PATH}/other`, { name: 'Staging', configurations: [own] })
  await edit(url, ({ configurations: [first, ...rest], ...held }) => ({
    ...held,
    name: 'Our site',
    configurations: [{ ...first, enabled: false }, ...rest, own],
  }))

  const { items } = await planTestSpace(url, { previews })
  const changes = items.find(({ resourceType }) => resourceType === 'preview addresses')?.changes
  expect(changes).toMatchObject([{ field: 'name', held: 'Our site' }, { held: 'switched off' }])
  expect((await seedTestSpace(url, { previews })).writes).toBe(1)
  expect(await planned(url)).toEqual([])
  expect(await addressesIn(url)).toMatchObject({ name: 'Website', urls: { own: own.url } })
  expect(await client.raw.get(`${PATH}/other`)).toEqual(other)
})

test.each([
  [403, 'Forbidden'],
  [404, 'The resource could not be found.'],
  [422, `"${SECRET}" is no address`],
])('where Contentful answers %i they are missing, and everything else comes in', async (status, message) => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url, ({ path, method }) =>
    path.startsWith(PATH) && (status !== 422 || method === 'PUT') ? { status, body: { message } } : undefined,
  )
  const { failures, counts } = await seedTestSpace(proxy.url, { previews })
  expect(failures).toEqual([
    {
      kind: 'preview addresses',
      id: 'site',
      reason: expect.stringMatching(new RegExp(`\\(${status}\\): take a token .+ Settings → Content preview$`)),
    },
  ])
  expect(JSON.stringify(failures)).not.toContain(SECRET)
  expect(counts.entry).toMatchObject({ failed: 0 })
})

test('a write whose answer was lost is not written twice', async () => {
  let isLost = false
  const { proxy, asked, space } = await behindProxy(({ method }) => {
    if (method !== 'PUT' || isLost) return undefined
    isLost = true
    return 'cut after'
  })
  const { failures } = await seedTestSpace(proxy.url, { previews })
  expect(failures).toEqual([])
  expect(asked()).toEqual(['GET', 'PUT', 'PUT', 'GET'])
  expect(await planned(space.url)).toEqual([])
})

test('into a seeded space they come alone: one request where they are there', async () => {
  const { proxy, asked } = await behindProxy(() => undefined)
  const task = { connection: getLocalManagementConnection(proxy.url), model: smallModel, previews }
  expect(await applyPreviewEnvironment(task)).toBe(true)
  expect(await applyPreviewEnvironment(task)).toBe(false)
  expect(asked()).toEqual(['GET', 'PUT', 'GET'])
  expect(proxy.requests).toHaveLength(3)
})
