import type { CreateWebhooksProps } from 'contentful-management'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'

interface SiteWebhook {
  /** URL of the local Contentful. */
  readonly cmsUrl: string
  /** URL of the site. */
  readonly siteUrl: string
  /** Signing secret of 64 characters. */
  readonly secret: string
}

const ACTIONS = ['publish', 'unpublish', 'delete', 'archive', 'unarchive']

/** Returns the webhook id of a site. Several sites may share a local Contentful, and each has its own webhook. */
export const getSiteWebhookId = (siteUrl: string): string => `site-${new URL(siteUrl).port}`

/** Creates the local Contentful's webhook for publish events. In a real space an administrator creates it. */
export async function ensureSiteWebhook({ cmsUrl, siteUrl, secret }: SiteWebhook): Promise<void> {
  const { client } = createSpaceClient(getLocalManagementConnection(cmsUrl))
  await client.webhook.upsertSigningSecret({}, { value: secret })
  const desired = {
    name: 'Website',
    url: `${siteUrl}/webhooks/contentful`,
    topics: ['Entry', 'Asset'].flatMap((type) => ACTIONS.map((action) => `${type}.${action}`)),
    headers: [],
    active: true,
  } satisfies CreateWebhooksProps
  const webhookDefinitionId = getSiteWebhookId(siteUrl)
  const { items } = await client.webhook.getMany({ query: { limit: 1_000 } })
  const actual = items.find(({ sys }) => sys.id === webhookDefinitionId)
  if (actual?.active && actual.url === desired.url && String(actual.topics) === String(desired.topics)) return
  await client.webhook.update(
    { webhookDefinitionId },
    Object.assign({ sys: { version: actual?.sys.version ?? 0 } }, desired),
  )
}
