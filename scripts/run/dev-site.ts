import { existsSync } from 'node:fs'
import { createServer } from 'vite'
import { BUNDLED } from '#scripts/bundle-content.ts'
import { contentSources } from '#scripts/dev/content-sources.ts'
import { draftPreview } from '#scripts/dev/draft-preview.ts'
import { errorOverlay } from '#scripts/dev/error-overlay.ts'
import { reloadLoadingPages } from '#scripts/dev/reload-loading-pages.ts'
import { routeErrors } from '#scripts/dev/route-errors.ts'
import { editorsEnv } from '#server/editors-env.ts'
import { contentfulPreview } from '#server/preview/contentful-preview.ts'
import { contentNotes, openContent } from './content.ts'
import { derivedPictures } from './derived-pictures.ts'
import { startBackendOf } from './local-backend.ts'
import { HOST, sitePort } from './ports.ts'
import type { StartSite } from './site.ts'

/** The site from its sources: nothing is prerendered, every change shows at once. */
export const startDevSite: StartSite = async (options, log) => {
  const editors = editorsEnv(process.env)
  const port = await sitePort(options.port, log)
  const url = `http://${HOST}:${port}`
  const content = await openContent(options, { port, siteUrl: url, editors }, log)
  Object.assign(process.env, { VITE_SITE_URL: url, VITE_ENVIRONMENT: 'dev', ...content.env }) // where Vite's configuration looks for them
  const backend = await startBackendOf({ sitePort: port, restart: options.restartBackend, log })
  const overlay = errorOverlay()
  const sources = await contentSources({ localSpace: content.localSpace, overlay })
  const regenerated = sources.regenerate()
  if (!existsSync(BUNDLED)) await regenerated // the pages import it
  const { drafts } = content
  const server = await createServer({
    server: {
      host: HOST,
      port,
      strictPort: true,
      watch: { ignored: KEPT, awaitWriteFinish: WHOLE_FILES },
      proxy: { '/api': { target: backend.url, rewrite: (path) => path.slice('/api'.length), xfwd: true } },
    },
    plugins: [
      derivedPictures(),
      sources.plugin,
      routeErrors(overlay),
      overlay.plugin,
      reloadLoadingPages(),
      drafts &&
        draftPreview({
          ...contentfulPreview({ ...drafts, siteUrl: url, rebuilds: undefined, asksLinks: editors.asksLinks }),
          editors: [...drafts.editors, ...editors.editors],
        }),
    ],
  })
  await server.listen()
  return {
    url,
    notes: [...contentNotes(content, url), `${backend.mailNote}.`],
    stop: async () => {
      await Promise.all([server.close(), sources.close(), backend.stop(), content.stop()])
    },
  }
}

/**
 * ms; a change is reported when the size of the file has not changed for this time. Editors and formatters truncate a file and
 * then write it, sometimes twice in a row: without the wait Vite reads an empty file, or misses the second save.
 */
const WHOLE_FILES = { stabilityThreshold: 50, pollInterval: 20 }

/** What the local Contentful, the tests and made pictures keep: no source, so no reason to load the page anew. */
const KEPT = ['**/.cache/**', '**/.contentful*/**', '**/.backend/**', '**/test-results/**']
