import type { CreateWebhooksProps } from 'contentful-management'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalConnection } from '#cms/sync/contentful/space-connections.ts'
import { deriveImage } from '#scripts/build/derive-images.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { describeEmailTransport } from '#server/outbox/email-delivery.ts'
import { createFixedSiteFolders } from '#server/site/releases.ts'
import { startServer } from '#server/start-server.ts'
import { ensureSiteBuild } from './ensure-site-build.ts'
import { createLocalConfig } from './local-config.ts'
import { findSitePort, LOCAL_HOST } from './ports.ts'
import { DEFAULT_SITE_PORT, type StartLocalSite } from './site-command.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'

/** ms that running requests and emails get when the site stops. */
const GRACE_MS = 2_500

/** Starts the production setup of the site: content, build, and the server with drafts and publishing. */
export const startLocalSite: StartLocalSite = async (options, log) => {
  const editorConfig = parseEditorConfig(process.env)
  const port = await findSitePort(options.port, log)
  const address = `http://${LOCAL_HOST}:${port}`
  const siteUrl = process.env.VITE_SITE_URL || address
  const config = await createLocalConfig(port, process.env, log)
  const content = await openSiteContent(options, { port, siteUrl: address, editors: editorConfig }, log)
  const outDir = options.outDir ?? getDefaultOutDir(port)
  const env = { VITE_SITE_URL: siteUrl, VITE_ENVIRONMENT: process.env.VITE_ENVIRONMENT ?? 'dev', ...content.env }
  await ensureSiteBuild({ outDir, env, log })
  const { webhookSecret, drafts, localSpace } = content
  const { url, metricsUrl, stop } = await startServer({
    config,
    editorConfig,
    site: {
      folders: createFixedSiteFolders(outDir),
      getEnv: () => ({ VITE_CONTENTFUL_GRAPHQL: process.env.VITE_CONTENTFUL_GRAPHQL ?? '', ...env }),
      siteUrl,
      drafts,
      webhookSecret,
      findDerivedFile: deriveImage,
    },
    graceMs: GRACE_MS,
    logStream: process.stderr,
    log,
  })
  if (localSpace && webhookSecret)
    await ensureSiteWebhook({ cmsUrl: localSpace.url, siteUrl: url, secret: webhookSecret })
  return {
    url,
    notes: [
      ...describeSiteContent(content, url),
      `${describeEmailTransport(config.emailTransport)}.`,
      ...(metricsUrl ? [`Metrics: ${metricsUrl}/metrics.`] : []),
    ],
    stop: async () => {
      await Promise.all([stop(), content.stop()])
    },
  }
}

/** Each port has its own build folder, so that a second site does not overwrite the files of the first. */
const getDefaultOutDir = (port: number) => (port === DEFAULT_SITE_PORT ? 'dist' : `.cache/site-${port}/dist`)

const ACTIONS = ['publish', 'unpublish', 'delete', 'archive', 'unarchive']

/** Returns the webhook id of a site. Several sites may share a local Contentful, and each has its own webhook. */
export const getSiteWebhookId = (siteUrl: string): string => `site-${new URL(siteUrl).port}`

/**
 * Creates the webhook of the local Contentful, at `cmsUrl`, for publish events. In a real space an administrator creates
 * it. `secret` has 64 characters and signs the requests.
 */
export async function ensureSiteWebhook(webhook: Readonly<Record<'cmsUrl' | 'siteUrl' | 'secret', string>>) {
  const { cmsUrl, siteUrl, secret } = webhook

  const { client } = createSpaceClient(getLocalConnection(cmsUrl, 'management'))
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
