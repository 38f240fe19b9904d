import type { CreateWebhooksProps } from 'contentful-management'
import { getLocalManagementConnection } from '#cms/sync/contentful/management-connection.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'

interface SiteWebhook {
  /** The local Contentful's address. */
  readonly cmsUrl: string
  /** The site's address. */
  readonly siteUrl: string
  /** 64 characters. */
  readonly secret: string
}

const CHANGES = ['publish', 'unpublish', 'delete', 'archive', 'unarchive']

/** One a site: several on this machine share a local Contentful, and each is to hear of what is published. */
export const getSiteWebhookId = (siteUrl: string): string => `site-${new URL(siteUrl).port}`

/** Has the local Contentful tell the site what editors publish. In a real space an administrator does that once. */
export async function ensureSiteWebhook({ cmsUrl, siteUrl, secret }: SiteWebhook): Promise<void> {
  const { client } = createSpaceClient(getLocalManagementConnection(cmsUrl))
  await client.webhook.upsertSigningSecret({}, { value: secret })
  const wanted = {
    name: 'Website',
    url: `${siteUrl}/webhooks/contentful`,
    topics: ['Entry', 'Asset'].flatMap((type) => CHANGES.map((change) => `${type}.${change}`)),
    headers: [],
    active: true,
  } satisfies CreateWebhooksProps
  const webhookDefinitionId = getSiteWebhookId(siteUrl)
  const { items } = await client.webhook.getMany({ query: { limit: 1_000 } })
  const held = items.find(({ sys }) => sys.id === webhookDefinitionId)
  if (held?.active && held.url === wanted.url && String(held.topics) === String(wanted.topics)) return
  await client.webhook.update(
    { webhookDefinitionId },
    Object.assign({ sys: { version: held?.sys.version ?? 0 } }, wanted),
  )
}
