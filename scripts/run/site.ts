import { deriveImage } from '#scripts/derive-images.ts'
import { editorsEnv } from '#server/editors-env.ts'
import { contentfulPreview } from '#server/preview/contentful-preview.ts'
import { contentfulPublishing } from '#server/publishing/contentful-publishing.ts'
import { startWeb } from '#server/web.ts'
import { contentNotes, openContent } from './content.ts'
import { startBackendOf } from './local-backend.ts'
import { HOST, sitePort } from './ports.ts'
import { ensureBuild } from './site-build.ts'
import { type SiteOptions, USUAL_PORT } from './site-options.ts'
import { ensureWebhook } from './site-webhook.ts'

/** A site that is being served, with all that was started for it. */
export interface Site {
  readonly url: string
  /** For people: where its content comes from, where mails go, what editors open. */
  readonly notes: readonly string[]
  readonly stop: () => Promise<void>
}

export type StartSite = (options: SiteOptions, log: (line: string) => void) => Promise<Site>

/** The site as visitors get it: content, backend, build, web server; and what editors need of it. */
export const startSite: StartSite = async (options, log) => {
  const editors = editorsEnv(process.env)
  const port = await sitePort(options.port, log)
  const address = `http://${HOST}:${port}`
  const siteUrl = process.env.VITE_SITE_URL || address
  const content = await openContent(options, { port, siteUrl: address, editors }, log)
  const outDir = options.outDir ?? usualOutDir(port)
  const env = { VITE_SITE_URL: siteUrl, VITE_ENVIRONMENT: process.env.VITE_ENVIRONMENT ?? 'dev', ...content.env }
  const [backend, failures] = await Promise.all([
    startBackendOf({ sitePort: port, restart: options.restartBackend, log }),
    ensureBuild({ outDir, env, log }),
  ])
  const { webhookSecret: secret, drafts, localSpace } = content
  const publishing = secret
    ? contentfulPublishing({
        secret,
        site: () => ({ outDir, env }),
        deployHook: editors.deployHook,
        failures,
        log,
      })
    : undefined
  const preview = drafts && {
    ...contentfulPreview({ ...drafts, siteUrl, rebuilds: publishing?.rebuilds, asksLinks: editors.asksLinks }),
    editors: [...drafts.editors, ...editors.editors],
  }
  const { url: backendUrl, trustedProxies } = backend
  const web = { root: outDir, derive: deriveImage, backend: backendUrl, trustedProxies, preview, publishing }
  const { url, close } = await startWeb({ ...web, host: HOST, port })
  if (localSpace && secret) await ensureWebhook({ cmsUrl: localSpace.url, siteUrl: url, secret })
  return {
    url,
    notes: [...contentNotes(content, url), `${backend.mailNote}.`],
    stop: async () => {
      await Promise.all([close(), backend.stop(), content.stop()])
    },
  }
}

/** One folder a port: a second site does not build into what the first one serves. */
const usualOutDir = (port: number) => (port === USUAL_PORT ? 'dist' : `.cache/site-${port}/dist`)
