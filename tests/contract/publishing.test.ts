import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureSiteWebhook, getSiteWebhookId } from '#scripts/dev/site-webhook.ts'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { createMonitoring } from '#server/monitoring/monitoring.ts'
import { ANY_CHANGE, type ContentChange } from '#server/publishing/content-change.ts'
import { createDeployHookRebuild } from '#server/publishing/contentful-publishing.ts'
import { createRebuildQueue, type Rebuild } from '#server/publishing/rebuild-queue.ts'
import { REDIRECTS_FILE, type RedirectsFile } from '#server/web/redirects.ts'
import { startWebServer } from '#server/web/web-server.ts'
import { HEALTH_TOKEN, readHealth } from '#tests/setup/server/health.ts'
import { startWebhookReceiver } from '#tests/setup/server/webhook-receiver.ts'
import { createDraftEntry, publishAsset, publishPhotoModel, startTestContentful } from './test-contentful.ts'

/** ms; other tests share the machine. */

const SECRET = '0123456789abcdef'.repeat(4)

/** A site that follows a CMS with photos; its rebuilds are written down. */
async function begin(rebuild?: Rebuild) {
  const local = await startTestContentful(undefined, { webhookRetryDelaysMs: [5, 10] })
  onTestFinished(() => local[Symbol.asyncDispose]())
  await publishPhotoModel(local)
  const root = await mkdtemp(join(tmpdir(), 'publishing-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const rebuilt: ContentChange[] = []
  const lines: string[] = []
  const rebuilds = createRebuildQueue({
    rebuild: async (touched, signal) => {
      rebuilt.push(touched)
      return rebuild ? rebuild(touched, signal) : []
    },
    log: (line) => lines.push(line),
    debounceMs: 50,
    retryDelaysMs: [20],
  })
  const monitoring = createMonitoring(parseMonitoringConfig({ HEALTH_TOKEN }))
  const web = await startWebServer({
    root,
    port: 0,
    publishing: { secret: SECRET, rebuilds },
    monitoring,
    logLevel: 'silent',
  })
  onTestFinished(() => web.close())
  const follow = { cmsUrl: local.url, siteUrl: web.url, secret: SECRET }
  await ensureSiteWebhook(follow)
  const webhook = { webhookDefinitionId: getSiteWebhookId(web.url) }
  const calls = async () => (await local.client.webhook.getManyCallDetails(webhook)).items
  return { local, client: local.client, root, web, webhook, follow, rebuilt, lines, calls }
}

const types = (rebuilt: readonly ContentChange[]) => [
  ...new Set(rebuilt.flatMap(({ contentTypes }) => [...contentTypes])),
]

test('the site hears of what is published, changed, unpublished and deleted, and of no draft', async () => {
  const { local, client, rebuilt, calls } = await begin()
  const draft = await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' })
  const params = { entryId: 'one' }
  await client.entry.publish(params, draft)
  await expect.poll(() => types(rebuilt)).toEqual(['photo'])
  await client.entry.unpublish(params)
  await client.entry.delete(params)
  await publishAsset(local, 'file')
  await expect.poll(() => rebuilt.some(({ assets }) => assets)).toBe(true)
  await expect.poll(async () => (await calls()).map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202])
  expect(rebuilt.every(({ anything }) => !anything)).toBe(true)
})

test('a hundred photos that are published together are a few rebuilds', async () => {
  const { local, client, rebuilt, calls } = await begin()
  const drafts = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      createDraftEntry(local, 'photo', `photo-${index}`, { alt: `Photo ${index}` }),
    ),
  )
  await Promise.all(drafts.map((draft) => client.entry.publish({ entryId: draft.sys.id }, draft)))
  await expect.poll(async () => (await calls()).filter(({ statusCode }) => statusCode === 202).length).toBe(100)
  expect(rebuilt.length).toBeLessThan(100)
})

test('a webhook that is there already is left as it is; one that somebody has turned aside is put right', async () => {
  const { client, webhook, follow } = await begin()
  const made = await client.webhook.get(webhook)
  await ensureSiteWebhook(follow)
  expect(await client.webhook.get(webhook)).toEqual(made)
  await client.webhook.update(webhook, { ...made, active: false, url: 'http://127.0.0.1:1/elsewhere' })
  await ensureSiteWebhook(follow)
  expect(await client.webhook.get(webhook)).toMatchObject({ active: true, url: made.url })
})

test('two sites that share a Contentful hear both of what is published', async () => {
  const { local, client, rebuilt, follow } = await begin()
  const second = await startWebhookReceiver()
  onTestFinished(() => second[Symbol.asyncDispose]())
  await ensureSiteWebhook({ ...follow, siteUrl: second.url })
  await client.entry.publish({ entryId: 'one' }, await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' }))
  await expect.poll(() => types(rebuilt)).toEqual(['photo'])
  await expect.poll(() => second.requests.length).toBe(1)
})

test('a CMS that signs with another secret is not listened to', async () => {
  const { local, client, rebuilt, calls, follow } = await begin()
  await ensureSiteWebhook({ ...follow, secret: SECRET.replace('0', '1') })
  await client.entry.publish({ entryId: 'one' }, await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' }))
  await expect.poll(async () => (await calls()).map(({ statusCode }) => statusCode)).toEqual([401])
  expect(rebuilt).toEqual([])
})

test('a rebuild that fails is in /health and in the log, and so is its recovery', async () => {
  const problems = [[{ what: '/gallery', reason: 'Contentful answered 503' }]]
  const { local, client, web, lines } = await begin(async () => problems[0] ?? [])
  await client.entry.publish({ entryId: 'one' }, await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' }))
  const pages = async () => (await readHealth(web.url)).checks.pages
  await expect.poll(pages).toMatchObject({ status: 'degraded', failures: problems[0] })
  expect((await fetch(`${web.url}/health`)).status).toBe(200) // the pages stand
  expect(lines[0]).toContain('Not up to date: /gallery. Contentful answered 503.')
  problems.length = 0
  await expect.poll(pages).toMatchObject({ status: 'ok', failures: [] })
  expect(lines.at(-1)).toBe('The pages are up to date again.')
})

test('redirects that a rebuild wrote are served at once', async () => {
  const roots: string[] = []
  const { local, client, root, web } = await begin(async () => {
    const served = [{ path: '/brochure', to: '/services', isPermanent: true }]
    const file: RedirectsFile = { served, refused: [], pages: [] }
    for (const folder of roots) await writeFile(join(folder, REDIRECTS_FILE), JSON.stringify(file))
    return []
  })
  roots.push(root)
  const location = async () =>
    (await fetch(`${web.url}/brochure`, { redirect: 'manual', headers: { accept: 'text/html' } })).headers.get(
      'location',
    )
  expect(await location()).toBe('/')
  await client.entry.publish({ entryId: 'one' }, await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' }))
  await expect.poll(location).toBe('/services')
})

test('a deploy hook is called once for what was published, and its failure does not name it', async () => {
  const host = await startWebhookReceiver((_, before) => [200, 500, 302][before] ?? 200)
  onTestFinished(() => host[Symbol.asyncDispose]())
  const call = createDeployHookRebuild(`${host.url}/hooks/very-secret`)
  const { signal } = new AbortController()
  expect(await call(ANY_CHANGE, signal)).toEqual([])
  expect(host.requests).toMatchObject([{ method: 'POST', path: '/hooks/very-secret', body: '' }])
  await expect(call(ANY_CHANGE, signal)).rejects.toThrow(/^The deploy hook at 127\.0\.0\.1:\d+ answered 500$/)
  await expect(call(ANY_CHANGE, signal)).rejects.toThrow(/^The deploy hook at 127\.0\.0\.1:\d+ did not answer$/)
  expect(() => createDeployHookRebuild('http://hooks.example/very-secret')).toThrow(
    /^DEPLOY_HOOK_URL must be an https address$/,
  )
})
