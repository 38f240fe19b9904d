import { deriveImage } from '#scripts/derive-images.ts'
import { startWeb } from '#server/web.ts'
import { openContent } from './content.ts'
import { startBackendOf } from './local-backend.ts'
import { HOST, sitePort } from './ports.ts'
import { ensureBuild } from './site-build.ts'
import { type SiteOptions, USUAL_PORT } from './site-options.ts'

/** A site that is being served, with all that was started for it. */
export interface Site {
  readonly url: string
  /** For people: where its content comes from. */
  readonly contentName: string
  /** For people: where mails go. */
  readonly mailNote: string
  readonly stop: () => Promise<void>
}

export type StartSite = (options: SiteOptions, log: (line: string) => void) => Promise<Site>

/** The site as visitors get it: content, backend, build, web server. */
export const startSite: StartSite = async (options, log) => {
  const port = await sitePort(options.port, log)
  const content = await openContent(options, port, log)
  const outDir = options.outDir ?? usualOutDir(port)
  const env = {
    VITE_SITE_URL: process.env.VITE_SITE_URL ?? `http://${HOST}:${port}`,
    VITE_ENVIRONMENT: process.env.VITE_ENVIRONMENT ?? 'dev',
    ...content.env,
  }
  const [backend] = await Promise.all([startBackendOf(port, log), ensureBuild({ outDir, env, log })])
  const { url, close } = await startWeb({ root: outDir, host: HOST, port, derive: deriveImage, backend: backend.url })
  return {
    url,
    contentName: content.name,
    mailNote: backend.mailNote,
    stop: async () => {
      await Promise.all([close(), backend.stop(), content.stop()])
    },
  }
}

/** One folder a port: a second site does not build into what the first one serves. */
const usualOutDir = (port: number) => (port === USUAL_PORT ? 'dist' : `.cache/site-${port}/dist`)
