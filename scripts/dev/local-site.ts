import type { CreateWebhooksProps } from 'contentful-management'
import { installPhotoDesk } from '#cms/sync/apps/install-photo-desk.ts'
import { createSpaceClient } from '#cms/sync/contentful/space-client.ts'
import { getLocalManagementConnection } from '#cms/sync/contentful/space-connections.ts'
import { deleteBuildStamp, hashSources, isBuildCurrent, writeBuildStamp } from '#scripts/build/build-stamp.ts'
import { deriveImage } from '#scripts/build/derive-images.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { parseWebConfig } from '#server/config.ts'
import { startMonitoring } from '#server/monitoring/start-monitoring.ts'
import type { RebuildFailure } from '#server/publishing/rebuild-queue.ts'
import { ALL_PAGE_PARTS, type BuildRequest, runBuild } from '#server/publishing/run-build.ts'
import { createFixedSiteFolders } from '#server/web/releases.ts'
import { startWebServer } from '#server/web/web-server.ts'
import { composeWebServerOptions, openWebStores } from '#server/web/web-server-options.ts'
import { UserError } from '#shared/user-error.ts'
import { startLocalBackend } from './local-backend.ts'
import { findSitePort, LOCAL_HOST } from './ports.ts'
import { DEFAULT_SITE_PORT, type StartLocalSite } from './site-command.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'

/** Starts the production setup of the site: content, backend, build, web server, drafts and publishing. */
export const startLocalSite: StartLocalSite = async (options, log) => {
  const editorConfig = parseEditorConfig(process.env)
  const logStream = process.stderr
  const settings = parseMonitoringConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' })
  const port = await findSitePort(options.port, log)
  const address = `http://${LOCAL_HOST}:${port}`
  const siteUrl = process.env.VITE_SITE_URL || address
  const content = await openSiteContent(options, { port, siteUrl: address, editors: editorConfig }, log)
  const outDir = options.outDir ?? getDefaultOutDir(port)
  const env = { VITE_SITE_URL: siteUrl, VITE_ENVIRONMENT: process.env.VITE_ENVIRONMENT ?? 'dev', ...content.env }
  const [backend, failures] = await Promise.all([
    startLocalBackend({ sitePort: port, restart: options.restartBackend, log }),
    ensureSiteBuild({ outDir, env, log }),
  ])
  const { webhookSecret, drafts, localSpace } = content
  const { databaseUrl } = parseWebConfig(process.env)
  const stores = await openWebStores({ databaseUrl, callsDeployHook: editorConfig.deployHookUrl !== undefined, log })
  const { monitoring, metricsUrl, stop: stopMonitoring } = await startMonitoring(settings, logStream)
  const web = composeWebServerOptions({
    metrics: monitoring.metrics,
    stores,
    site: createFixedSiteFolders(outDir),
    siteEnv: () => env,
    siteUrl,
    editorConfig,
    drafts,
    webhookSecret,
    failures,
    findDerivedFile: deriveImage,
    backendUrl: backend.url,
    trustedProxies: backend.trustedProxies,
    log,
  })
  const { url, close } = await startWebServer({
    ...web,
    host: LOCAL_HOST,
    port,
    monitoring,
    logLevel: settings.logLevel,
    logStream,
  })
  if (localSpace && webhookSecret)
    await ensureSiteWebhook({ cmsUrl: localSpace.url, siteUrl: url, secret: webhookSecret })
  // The sites that share a local Contentful have one app: its page is that of the last one started.
  if (localSpace)
    await installPhotoDesk({
      connection: getLocalManagementConnection(localSpace.url),
      siteUrl: url,
      previewSecret: localSpace.previews?.secret,
    })
  return {
    url,
    notes: [
      ...describeSiteContent(content, url),
      `${backend.emailNote}.`,
      ...(metricsUrl ? [`Metrics: ${metricsUrl}/metrics. Metrics of the backend: one port above.`] : []),
    ],
    stop: async () => {
      await Promise.all([close().then(stores.close), backend.stop(), content.stop(), stopMonitoring()])
    },
  }
}

/** Each port has its own build folder, so that a second site does not overwrite the files of the first. */
const getDefaultOutDir = (port: number) => (port === DEFAULT_SITE_PORT ? 'dist' : `.cache/site-${port}/dist`)

interface BuildOptions {
  readonly outDir: string
  /** Public variables, in addition to those of this process. */
  readonly env: Readonly<Record<string, string>>
  readonly log: (line: string) => void
}

/**
 * Builds the site when its sources have changed, otherwise re-renders its pages, because the content may have changed.
 * Resolves with what could not be loaded from the CMS, for the rebuild queue to retry. Throws `UserError`.
 */
async function ensureSiteBuild({ outDir, env: added, log }: BuildOptions): Promise<readonly RebuildFailure[]> {
  const env = { ...process.env, ...added }
  const digest = await hashSources('.', env)
  const build = async (parts: BuildRequest['parts']) => {
    const result = await runBuild({ outDir, parts, env })
    if (!result) throw new UserError('The site could not be built: see the error above.')
    for (const { what, reason } of result.failures) log(`Not up to date: ${what}. ${reason}`)
    return result.failures
  }
  if (await isBuildCurrent(outDir, digest)) return build(ALL_PAGE_PARTS)
  log('Building the site …')
  await deleteBuildStamp(outDir)
  const failures = await build('everything')
  if ((await hashSources('.', env)) === digest) await writeBuildStamp(outDir, digest)
  else log('Sources changed while the site was built: the next start builds it again.')
  return failures
}

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
