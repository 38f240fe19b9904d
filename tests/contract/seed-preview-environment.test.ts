import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { model } from '#cms/model/model.gen.ts'
import { formatSeedSummary } from '#cms/sync/apply/format-seed-summary.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { formatPlan } from '#cms/sync/plan/format-plan.ts'
import { isUnchanged } from '#cms/sync/plan/plan.ts'
import { applyPreviewEnvironment } from '#cms/sync/resources/preview-environment.ts'
import { type ProxiedRequest, type ProxyFault, startFaultProxy } from './fault-proxy.ts'
import { createEmptySpace, createSeededSpace, planTestSpace, seedTestSpace } from './seeded-space.ts'
import { smallModel } from './small-seed.ts'
import { createManagementClient } from './test-contentful.ts'

const PATH = '/spaces/local/preview_environments'
const SECRET = 'the-first-secret+of/us'
const previews = { siteUrl: 'https://www.site.example', secret: SECRET }
const otherSecret = { ...previews, secret: 'the-second-secret-of-us' }

const previewEnvironment = z.looseObject({
  name: z.string(),
  configurations: z.array(z.looseObject({ contentType: z.string(), url: z.string(), enabled: z.boolean() })),
  sys: z.looseObject({ id: z.string(), version: z.number() }),
})

async function readPreviewUrls(url: string) {
  const { name, configurations } = previewEnvironment.parse(await createManagementClient(url).raw.get(`${PATH}/site`))
  return {
    name,
    urls: Object.fromEntries(configurations.map((configuration) => [configuration.contentType, configuration.url])),
  }
}

/** Edits the preview environment of the site, as an editor does in the web app. */
async function editPreviewEnvironment(url: string, change: (current: z.output<typeof previewEnvironment>) => object) {
  const { raw } = createManagementClient(url)
  const current = previewEnvironment.parse(await raw.get(`${PATH}/site`))
  const headers = { 'X-Contentful-Version': current.sys.version }
  await raw.put(`${PATH}/site`, change(current), { headers })
}

const listPlannedChanges = async (url: string, options = {}) =>
  (await planTestSpace(url, { previews, ...options })).items
    .filter((item) => !isUnchanged(item))
    .map(({ resourceType, id, action }) => [resourceType, id, action])

/** Starts a seeded space behind a proxy that injects faults into requests for preview environments. */
async function startSpaceBehindProxy(getFault: (request: ProxiedRequest) => ProxyFault) {
  const space = await createSeededSpace()
  onTestFinished(() => space[Symbol.asyncDispose]())
  const isPreviewRequest = ({ path }: ProxiedRequest) => path.startsWith(PATH)
  const proxy = await startFaultProxy(space.url, (request) =>
    isPreviewRequest(request) ? getFault(request) : undefined,
  )
  onTestFinished(() => proxy[Symbol.asyncDispose]())
  return { space, proxy, listMethods: () => proxy.requests.filter(isPreviewRequest).map(({ method }) => method) }
}

test('creates the preview environment, and writes nothing in a second run', async () => {
  await using space = await createEmptySpace()
  const first = await seedTestSpace(space.url, { previews })
  expect(first.failures).toEqual([])
  expect(first.counts['preview addresses']).toMatchObject({ created: 1, updated: 0, failed: 0 })
  expect(formatSeedSummary(first)).toMatch(/^preview addresses +1 +0 +0 +0$/m)
  const shown = `https://www.site.example/preview?secret=the-first-secret%2Bof%2Fus&path=%2F`
  expect(await readPreviewUrls(space.url)).toEqual({
    name: 'Website',
    urls: Object.fromEntries(Object.keys(smallModel).map((id) => [id, shown])),
  })
  expect(await seedTestSpace(space.url, { previews })).toMatchObject({
    writes: 0,
    counts: { 'preview addresses': { unchanged: 1 } },
  })
})

test('sets a preview URL for each content type of the model', async () => {
  await using space = await createEmptySpace()
  const { failures } = await seedTestSpace(space.url, { seed: { assets: [], entries: [] }, model, previews })
  expect(failures).toEqual([])
  const { urls } = await readPreviewUrls(space.url)
  expect(Object.keys(urls).sort()).toEqual(Object.keys(model).sort())
  // The web app does not recognize encoded braces.
  expect(urls.videoHero).toMatch(/&path=%2F&entry=\{entry\.sys\.id\}$/)
  expect(urls.galleryImage).toMatch(/&path=%2Fgallery%3Fphoto%3D\{entry\.sys\.id\}$/)
})

test('sends no requests for preview environments if no site URL is set', async () => {
  const { proxy, listMethods } = await startSpaceBehindProxy(() => undefined)
  expect((await seedTestSpace(proxy.url)).counts).not.toHaveProperty('preview addresses')
  expect(listMethods()).toEqual([])
})

test('a changed secret causes one update, and the plan shows neither secret', async () => {
  await using space = await createEmptySpace()
  await seedTestSpace(space.url, { previews })
  const { items } = await planTestSpace(space.url, { previews: otherSecret })
  expect(formatPlan(items)).toMatch(
    /^~ preview addresses site: update\n(?:.+\n)* {4}homePage: "another address" -> "https:.+secret=…/m,
  )
  expect(JSON.stringify(items)).not.toMatch(/the-(first|second)-secret/)

  expect(await seedTestSpace(space.url, { previews: otherSecret })).toMatchObject({
    writes: 1,
    counts: { 'preview addresses': { updated: 1 } },
  })
  expect((await readPreviewUrls(space.url)).urls.homePage).toContain('secret=the-second-secret-of-us&')
})

test('the plan for a changed site URL lists each URL, without the secret', async () => {
  await using space = await createEmptySpace()
  expect(formatPlan((await planTestSpace(space.url, { previews })).items)).toContain(
    '+ preview addresses site: create\n',
  )
  await seedTestSpace(space.url, { previews })
  const { items } = await planTestSpace(space.url, { previews: { ...previews, siteUrl: 'https://b.example' } })
  const text = formatPlan(items)
  expect(text).toContain('    homePage: "another address" -> "https://b.example/preview?secret=…')
  expect(JSON.stringify(items)).not.toContain('the-first-secret')
})

test('restores edited values, and keeps other preview environments and content types outside of the model', async () => {
  await using space = await createSeededSpace()
  await seedTestSpace(space.url, { previews })
  const { client, url } = space
  const own = { contentType: 'own', url: 'https://own.example/', enabled: true, example: false }
  const fields = [{ id: 'title', name: 'Title', type: 'Symbol', required: false, localized: false }]
  const type = await client.contentType.createWithId({ contentTypeId: 'own' }, { name: 'Own', fields })
  await client.contentType.publish({ contentTypeId: 'own' }, type)
  const otherEnvironment = await client.raw.put(`${PATH}/other`, { name: 'Staging', configurations: [own] })
  await editPreviewEnvironment(url, ({ configurations: [first, ...rest], ...current }) => ({
    ...current,
    configurations: [{ ...first, enabled: false }, ...rest, own],
  }))

  const { items } = await planTestSpace(url, { previews })
  const changes = items.find(({ resourceType }) => resourceType === 'preview addresses')?.changes
  expect(changes).toHaveLength(1)
  expect((await seedTestSpace(url, { previews })).writes).toBe(1)
  expect(await listPlannedChanges(url)).toEqual([])
  expect(await readPreviewUrls(url)).toMatchObject({ name: 'Website', urls: { own: own.url } })
  expect(await client.raw.get(`${PATH}/other`)).toEqual(otherEnvironment)
})

test.each([
  [403, 'Forbidden'],
  [404, 'The resource could not be found.'],
  [422, `"${SECRET}" is no address`],
])('a %i response fails the preview environment only', async (status, message) => {
  await using space = await createEmptySpace()
  await using proxy = await startFaultProxy(space.url, ({ path, method }) =>
    path.startsWith(PATH) && (status !== 422 || method === 'PUT') ? { status, body: { message } } : undefined,
  )
  const { failures, counts } = await seedTestSpace(proxy.url, { previews })
  expect(failures).toEqual([
    {
      kind: 'preview addresses',
      id: 'site',
      reason: expect.stringMatching(new RegExp(`\\(${status}\\): use a token .+ Settings → Content preview$`)),
    },
  ])
  expect(JSON.stringify(failures)).not.toContain(SECRET)
  expect(counts.entry).toMatchObject({ failed: 0 })
})

test('accepts a write whose response was lost', async () => {
  let isDisconnected = false
  const { proxy, listMethods, space } = await startSpaceBehindProxy(({ method }) => {
    if (method !== 'PUT' || isDisconnected) return undefined
    isDisconnected = true
    return 'cut after'
  })
  const { failures } = await seedTestSpace(proxy.url, { previews })
  expect(failures).toEqual([])
  expect(listMethods()).toEqual(['GET', 'PUT', 'PUT', 'GET'])
  expect(await listPlannedChanges(space.url)).toEqual([])
})

test('applyPreviewEnvironment writes the preview environment only, and sends one request if it is up to date', async () => {
  const { proxy, listMethods } = await startSpaceBehindProxy(() => undefined)
  const options = { connection: getLocalManagementConnection(proxy.url), model: smallModel, previews }
  await applyPreviewEnvironment(options)
  await applyPreviewEnvironment(options)
  expect(listMethods()).toEqual(['GET', 'PUT', 'GET'])
  expect(proxy.requests).toHaveLength(3)
})
