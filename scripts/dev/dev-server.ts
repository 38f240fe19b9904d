import { existsSync } from 'node:fs'
import { createServer } from 'vite'
import { BUNDLED_CONTENT_FOLDER } from '#scripts/build/bundle-content.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { createContentfulPreview } from '#server/preview/contentful-preview.ts'
import { startLocalBackend } from './local-backend.ts'
import type { StartLocalSite } from './local-site.ts'
import { createContentWatcher } from './plugins/content-watcher.ts'
import { derivedImagesPlugin } from './plugins/derived-images-plugin.ts'
import { draftPreviewPlugin } from './plugins/draft-preview-plugin.ts'
import { createErrorOverlay } from './plugins/error-overlay.ts'
import { reloadLoadingPagesPlugin } from './plugins/reload-loading-pages.ts'
import { routeErrorsPlugin } from './plugins/route-errors.ts'
import { findSitePort, LOCAL_HOST } from './ports.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'

/** The site from its sources: nothing is prerendered, every change shows at once. */
export const startDevServer: StartLocalSite = async (options, log) => {
  const editors = parseEditorConfig(process.env)
  const port = await findSitePort(options.port, log)
  const url = `http://${LOCAL_HOST}:${port}`
  const content = await openSiteContent(options, { port, siteUrl: url, editors }, log)
  Object.assign(process.env, { VITE_SITE_URL: url, VITE_ENVIRONMENT: 'dev', ...content.env }) // where Vite's configuration looks for them
  const backend = await startLocalBackend({ sitePort: port, restart: options.restartBackend, log })
  const overlay = createErrorOverlay()
  const sources = await createContentWatcher({ localSpace: content.localSpace, overlay })
  const regenerated = sources.regenerate()
  if (!existsSync(BUNDLED_CONTENT_FOLDER)) await regenerated // the pages import it
  const { drafts } = content
  const server = await createServer({
    server: {
      host: LOCAL_HOST,
      port,
      strictPort: true,
      watch: { ignored: KEPT, awaitWriteFinish: WHOLE_FILES },
      proxy: { '/api': { target: backend.url, rewrite: (path) => path.slice('/api'.length), xfwd: true } },
    },
    plugins: [
      derivedImagesPlugin(),
      sources.plugin,
      routeErrorsPlugin(overlay),
      overlay.plugin,
      reloadLoadingPagesPlugin(),
      drafts &&
        draftPreviewPlugin({
          ...createContentfulPreview({
            ...drafts,
            siteUrl: url,
            rebuilds: undefined,
            shouldCheckLinks: editors.shouldCheckLinks,
          }),
          editorOrigins: [...drafts.editorOrigins, ...editors.editorOrigins],
        }),
    ],
  })
  await server.listen()
  return {
    url,
    notes: [...describeSiteContent(content, url), `${backend.emailNote}.`],
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
