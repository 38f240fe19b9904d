import { BadInput } from '#cms/sync/bad-input.ts'
import { deriveImage } from '#scripts/build/derive-images.ts'
import { deleteBuildStamp, hashSources, isBuildCurrent, writeBuildStamp } from '#scripts/build/source-stamp.ts'
import { webConfig } from '#server/config.ts'
import { editorsEnv } from '#server/editors-env.ts'
import { monitoringConfig } from '#server/monitoring/monitoring-config.ts'
import { startMonitoring } from '#server/monitoring/start-monitoring.ts'
import { ALL_PAGES, type BuildOrder } from '#server/publishing/build-order.ts'
import type { RebuildFailure } from '#server/publishing/publishing-options.ts'
import { runBuild } from '#server/publishing/run-build.ts'
import { singleFolder } from '#server/releases.ts'
import { startWeb } from '#server/web.ts'
import { composeWeb } from '#server/web-composition.ts'
import { openWebStores } from '#server/web-stores.ts'
import { startLocalBackend } from './local-backend.ts'
import { findSitePort, LOCAL_HOST } from './ports.ts'
import { DEFAULT_SITE_PORT, type StartLocalSite } from './site-command.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'
import { ensureSiteWebhook } from './site-webhook.ts'

/** Starts the production setup of the site: content, backend, build, web server, drafts and publishing. */
export const startLocalSite: StartLocalSite = async (options, log) => {
  const editors = editorsEnv(process.env)
  const logLines = process.stderr
  const settings = monitoringConfig({ ...process.env, LOG_LEVEL: process.env.LOG_LEVEL || 'warn' })
  const port = await findSitePort(options.port, log)
  const address = `http://${LOCAL_HOST}:${port}`
  const siteUrl = process.env.VITE_SITE_URL || address
  const content = await openSiteContent(options, { port, siteUrl: address, editors }, log)
  const outDir = options.outDir ?? getDefaultOutDir(port)
  const env = { VITE_SITE_URL: siteUrl, VITE_ENVIRONMENT: process.env.VITE_ENVIRONMENT ?? 'dev', ...content.env }
  const [backend, failures] = await Promise.all([
    startLocalBackend({ sitePort: port, restart: options.restartBackend, log }),
    ensureSiteBuild({ outDir, env, log }),
  ])
  const { webhookSecret, drafts, localSpace } = content
  const { databaseUrl } = webConfig(process.env)
  const stores = await openWebStores({ databaseUrl, callsDeployHook: editors.deployHook !== undefined, log })
  const { monitoring, metricsUrl, stop: stopMonitoring } = await startMonitoring(settings, logLines)
  const web = composeWeb({
    metrics: monitoring.metrics,
    stores,
    site: singleFolder(outDir),
    siteEnv: () => env,
    siteUrl,
    editors,
    drafts,
    webhookSecret,
    failures,
    derive: deriveImage,
    backend: backend.url,
    trustedProxies: backend.trustedProxies,
    log,
  })
  const { url, close } = await startWeb({
    ...web,
    host: LOCAL_HOST,
    port,
    monitoring,
    logLevel: settings.logLevel,
    logLines,
  })
  if (localSpace && webhookSecret)
    await ensureSiteWebhook({ cmsUrl: localSpace.url, siteUrl: url, secret: webhookSecret })
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
  const build = async (parts: BuildOrder['parts']) => {
    const answer = await runBuild({ outDir, parts, env })
    if (!answer) throw new BadInput('The site could not be built: see the error above.')
    for (const { what, reason } of answer.failures) log(`Not up to date: ${what}. ${reason}`)
    return answer.failures
  }
  if (await isBuildCurrent(outDir, digest)) return build(ALL_PAGES)
  log('Building the site …')
  await deleteBuildStamp(outDir)
  const failures = await build('everything')
  if ((await hashSources('.', env)) === digest) await writeBuildStamp(outDir, digest)
  else log('Sources changed while the site was built: the next start builds it again.')
  return failures
}
