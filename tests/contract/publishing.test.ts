import { expect, test } from 'vitest'
import { startSpace } from '#local-tests/start-space.ts'
import { ensureSiteWebhook, getSiteWebhookId } from '#scripts/dev/local-site.ts'

test('§10.2 the local Contentful gets a webhook for publishes, which is kept, and restored when it is changed', async () => {
  await using space = await startSpace()
  const options = { cmsUrl: space.url, siteUrl: 'http://127.0.0.1:3000', secret: '0123456789abcdef'.repeat(4) }
  const params = { webhookDefinitionId: getSiteWebhookId(options.siteUrl) }
  await ensureSiteWebhook({ ...options, siteUrl: 'http://127.0.0.1:3001' }) // of another site
  await ensureSiteWebhook(options)
  const created = await space.client.webhook.get(params)
  const events = ['publish', 'unpublish', 'delete', 'archive', 'unarchive']
  expect(created.topics).toEqual(['Entry', 'Asset'].flatMap((type) => events.map((event) => `${type}.${event}`)))
  await ensureSiteWebhook(options)
  expect(await space.client.webhook.get(params)).toEqual(created)
  await space.client.webhook.update(params, { ...created, active: false, url: 'http://127.0.0.1:1/elsewhere' })
  await ensureSiteWebhook(options)
  expect(await space.client.webhook.get(params)).toMatchObject({ active: true, url: created.url })
})
