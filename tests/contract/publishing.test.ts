import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startSpace } from '#local-tests/start-space.ts'
import { createDraftEntry, publishAsset, publishPhotoModel } from '#local-tests/test-contentful.ts'
import { ensureSiteWebhook, getSiteWebhookId } from '#scripts/dev/local-site.ts'
import { addPublishingRoutes } from '#server/publishing/publishing-routes.ts'

const SECRET = '0123456789abcdef'.repeat(4)

/** Starts a CMS with photos, and a site that counts the publishes of its webhook. */
async function startSite() {
  const local = await startSpace({ webhookRetryDelaysMs: [5, 10] })
  onTestFinished(() => local[Symbol.asyncDispose]())
  await publishPhotoModel(local)
  let publishes = 0
  const statuses: number[] = []
  const server = fastify()
  server.addHook('onResponse', async (_, { statusCode }) => void statuses.push(statusCode))
  onTestFinished(() => server.close())
  addPublishingRoutes(server, {
    secret: SECRET,
    onPublish: async () => {
      publishes += 1
    },
  })
  const siteUrl = await server.listen({ host: '127.0.0.1', port: 0 })
  const webhookOptions = { cmsUrl: local.url, siteUrl, secret: SECRET }
  await ensureSiteWebhook(webhookOptions)
  const webhook = { webhookDefinitionId: getSiteWebhookId(siteUrl) }
  return { local, client: local.client, webhook, webhookOptions, readPublishes: () => publishes, statuses }
}

test('is notified of publish, unpublish and delete, but not of drafts', async () => {
  const { local, client, readPublishes, statuses } = await startSite()
  const draft = await createDraftEntry(local, 'photo', 'one', { alt: 'First photo' })
  const params = { entryId: 'one' }
  await client.entry.publish(params, draft)
  await client.entry.unpublish(params)
  await client.entry.delete(params)
  await publishAsset(local, 'file')
  await expect.poll(() => statuses).toEqual([202, 202, 202, 202])
  expect(readPublishes()).toBe(4)
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
