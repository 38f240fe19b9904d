import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ensureSiteWebhook, getSiteWebhookId } from '#scripts/dev/local-site.ts'
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

const SECRET = '0123456789abcdef'.repeat(4)

/** Starts a CMS with photos, and a site with a webhook and a recorded rebuild queue. */
async function startSite(rebuild?: Rebuild) {
  const local = await startTestContentful(undefined, { webhookRetryDelaysMs: [5, 10] })
  onTestFinished(() => local[Symbol.asyncDispose]())
  await publishPhotoModel(local)
  const root = await mkdtemp(join(tmpdir(), 'publishing-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const rebuiltChanges: ContentChange[] = []
  const logLines: string[] = []
  const rebuilds = createRebuildQueue({
    rebuild: async (change, signal) => {
      rebuiltChanges.push(change)
      return rebuild ? rebuild(change, signal) : []
    },
    log: (line) => logLines.push(line),
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
  const webhookOptions = { cmsUrl: local.url, siteUrl: web.url, secret: SECRET }
  await ensureSiteWebhook(webhookOptions)
  const webhook = { webhookDefinitionId: getSiteWebhookId(web.url) }
  const readCalls = async () => (await local.client.webhook.getManyCallDetails(webhook)).items
  return {
    local,
    client: local.client,
    root,
    web,
    webhook,
    webhookOptions,
    rebuiltChanges,
    logLines,
    readCalls,
  }
}

const listContentTypes = (rebuiltChanges: readonly ContentChange[]) => [
  ...new Set(rebuiltChanges.flatMap(({ contentTypes }) => [...contentTypes])),
]

test('rebuilds after publish, unpublish and delete, but not for drafts', async () => {
  const { local, client, rebuiltChanges, readCalls } = await startSite()
  const draft = await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' })
  const params = { entryId: 'one' }
  await client.entry.publish(params, draft)
  await expect.poll(() => listContentTypes(rebuiltChanges)).toEqual(['photo'])
  await client.entry.unpublish(params)
  await client.entry.delete(params)
  await publishAsset(local, 'file')
  await expect.poll(() => rebuiltChanges.some(({ assets }) => assets)).toBe(true)
  await expect.poll(async () => (await readCalls()).map(({ statusCode }) => statusCode)).toEqual([202, 202, 202, 202])
  expect(rebuiltChanges.every(({ anything }) => !anything)).toBe(true)
})

test('publishing 100 photos at once causes fewer rebuilds', async () => {
  const { local, client, rebuiltChanges, readCalls } = await startSite()
  const drafts = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      createDraftEntry(local, 'photo', `photo-${index}`, { alt: `Photo ${index}` }),
    ),
  )
  await Promise.all(drafts.map((draft) => client.entry.publish({ entryId: draft.sys.id }, draft)))
  await expect.poll(async () => (await readCalls()).filter(({ statusCode }) => statusCode === 202).length).toBe(100)
  expect(rebuiltChanges.length).toBeLessThan(100)
})

test('keeps an existing webhook, and restores a changed one', async () => {
  const { client, webhook, webhookOptions } = await startSite()
  const created = await client.webhook.get(webhook)
  await ensureSiteWebhook(webhookOptions)
  expect(await client.webhook.get(webhook)).toEqual(created)
  await client.webhook.update(webhook, { ...created, active: false, url: 'http://127.0.0.1:1/elsewhere' })
  await ensureSiteWebhook(webhookOptions)
  expect(await client.webhook.get(webhook)).toMatchObject({ active: true, url: created.url })
})

test('notifies two sites that share a CMS', async () => {
  const { local, client, rebuiltChanges, webhookOptions } = await startSite()
  const receiver = await startWebhookReceiver()
  onTestFinished(() => receiver[Symbol.asyncDispose]())
  await ensureSiteWebhook({ ...webhookOptions, siteUrl: receiver.url })
  await client.entry.publish({ entryId: 'one' }, await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' }))
  await expect.poll(() => listContentTypes(rebuiltChanges)).toEqual(['photo'])
  await expect.poll(() => receiver.requests.length).toBe(1)
})

test('rejects webhooks that are signed with another secret', async () => {
  const { local, client, rebuiltChanges, readCalls, webhookOptions } = await startSite()
  await ensureSiteWebhook({ ...webhookOptions, secret: SECRET.replace('0', '1') })
  await client.entry.publish({ entryId: 'one' }, await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' }))
  await expect.poll(async () => (await readCalls()).map(({ statusCode }) => statusCode)).toEqual([401])
  expect(rebuiltChanges).toEqual([])
})

test('reports a failed rebuild and its recovery in /health and in the log', async () => {
  const failures = [[{ what: '/gallery', reason: 'Contentful answered 503' }]]
  const { local, client, web, logLines } = await startSite(async () => failures[0] ?? [])
  await client.entry.publish({ entryId: 'one' }, await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' }))
  const readPagesCheck = async () => (await readHealth(web.url)).checks.pages
  await expect.poll(readPagesCheck).toMatchObject({ status: 'degraded', failures: failures[0] })
  expect((await fetch(`${web.url}/health`)).status).toBe(200) // the old pages are still served
  expect(logLines[0]).toContain('Not up to date: /gallery. Contentful answered 503.')
  failures.length = 0
  await expect.poll(readPagesCheck).toMatchObject({ status: 'ok', failures: [] })
  expect(logLines.at(-1)).toBe('The pages are up to date again.')
})

test('serves redirects immediately after the rebuild that wrote them', async () => {
  const roots: string[] = []
  const { local, client, root, web } = await startSite(async () => {
    const served = [{ path: '/brochure', to: '/services', isPermanent: true }]
    const file: RedirectsFile = { served, refused: [], pages: [] }
    for (const folder of roots) await writeFile(join(folder, REDIRECTS_FILE), JSON.stringify(file))
    return []
  })
  roots.push(root)
  const fetchLocation = async () =>
    (await fetch(`${web.url}/brochure`, { redirect: 'manual', headers: { accept: 'text/html' } })).headers.get(
      'location',
    )
  expect(await fetchLocation()).toBe('/')
  await client.entry.publish({ entryId: 'one' }, await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' }))
  await expect.poll(fetchLocation).toBe('/services')
})

test('calls a deploy hook once per change, and does not log its URL on failure', async () => {
  const hookServer = await startWebhookReceiver((_, before) => [200, 500, 302][before] ?? 200)
  onTestFinished(() => hookServer[Symbol.asyncDispose]())
  const callDeployHook = createDeployHookRebuild(`${hookServer.url}/hooks/very-secret`)
  const { signal } = new AbortController()
  expect(await callDeployHook(ANY_CHANGE, signal)).toEqual([])
  expect(hookServer.requests).toMatchObject([{ method: 'POST', path: '/hooks/very-secret', body: '' }])
  await expect(callDeployHook(ANY_CHANGE, signal)).rejects.toThrow(/^The deploy hook at 127\.0\.0\.1:\d+ answered 500$/)
  await expect(callDeployHook(ANY_CHANGE, signal)).rejects.toThrow(
    /^The deploy hook at 127\.0\.0\.1:\d+ did not answer$/,
  )
  expect(() => createDeployHookRebuild('http://hooks.example/very-secret')).toThrow(
    /^DEPLOY_HOOK_URL must be an https address$/,
  )
})
