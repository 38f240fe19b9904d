import { deriveImage } from '#scripts/build/derive-images.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { parseMonitoringConfig } from '#server/config/monitoring-config.ts'
import { parseWebConfig } from '#server/config.ts'
import { startMonitoring } from '#server/monitoring/start-monitoring.ts'
import { createFixedSiteFolders } from '#server/web/releases.ts'
import { startWebServer } from '#server/web/web-server.ts'
import { composeWebServerOptions } from '#server/web/web-server-options.ts'
import { openWebStores } from '#server/web/web-stores.ts'
import { startLocalBackend } from './local-backend.ts'
import { findSitePort, LOCAL_HOST } from './ports.ts'
import { ensureSiteBuild } from './site-build.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'
import { DEFAULT_SITE_PORT, type SiteOptions } from './site-options.ts'
import { ensureSiteWebhook } from './site-webhook.ts'

/** A site that is being served, with all that was started for it. */
export interface LocalSite {
  readonly url: string
  /** For people: where its content comes from, where mails go, what editors open. */
  readonly notes: readonly string[]
  readonly stop: () => Promise<void>
}

export type StartLocalSite = (options: SiteOptions, log: (line: string) => void) => Promise<LocalSite>

/** The site as visitors get it: content, backend, build, web server; and what editors need of it. */
export const startLocalSite: StartLocalSite = async (options, log) => {
  const editorConfig = parseEditorConfig(process.env)
  const logStream = process.stderr
  const settings = parseMonitoringConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' })
  const port = await findSitePort(options.port, log)
  const address = `http://${LOCAL_HOST}:${port}`
  const siteUrl = process.env.VITE_SITE_URL || address
  const content = await openSiteContent(options, { port, siteUrl: address, editors: editorConfig }, log)
  const outDir = options.outDir ?? usualOutDir(port)
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
  return {
    url,
    notes: [
      ...describeSiteContent(content, url),
      `${backend.emailNote}.`,
      ...(metricsUrl ? [`Metrics: ${metricsUrl}/metrics. Those of the backend: one port above.`] : []),
    ],
    stop: async () => {
      await Promise.all([close().then(stores.close), backend.stop(), content.stop(), stopMonitoring()])
    },
  }
}

/** One folder a port: a second site does not build into what the first one serves. */
const usualOutDir = (port: number) => (port === DEFAULT_SITE_PORT ? 'dist' : `.cache/site-${port}/dist`)
