import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { createLogger, createServer, type Logger } from 'vite'
import { BUNDLED_CONTENT_FOLDER } from '#scripts/build/bundle-content.ts'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { describeEmailTransport } from '#server/outbox/email-delivery.ts'
import { createContentfulPreview } from '#server/preview/contentful-preview.ts'
import { prepareServer } from '#server/start-server.ts'
import { createLocalConfig } from './local-config.ts'
import { createContentRegenerator, createContentWatcher } from './plugins/content-watcher.ts'
import {
  contactApiPlugin,
  contentFilesPlugin,
  derivedImagesPlugin,
  draftPreviewPlugin,
  pagePathsPlugin,
} from './plugins/dev-routes.ts'
import { photoDeskPlugin } from './plugins/photo-desk-plugin.ts'
import { themePlugin } from './plugins/theme-plugin.ts'
import { typeCheckPlugin } from './plugins/type-check-plugin.ts'
import { findSitePort, LOCAL_HOST } from './ports.ts'
import type { StartLocalSite } from './site-command.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'

/** Starts Vite's development server for the site, without prerendering and with hot reload. */
export const startDevServer: StartLocalSite = async (options, log) => {
  const editors = parseEditorConfig(process.env)
  const port = await findSitePort(options.port, log)
  const url = `http://${LOCAL_HOST}:${port}`
  const content = await openSiteContent(options, { port, siteUrl: url, editors }, log)
  // Read by Vite and its configuration.
  Object.assign(process.env, { NODE_ENV: 'development', VITE_SITE_URL: url, VITE_ENVIRONMENT: 'dev', ...content.env })
  const configs = await createLocalConfig(port, process.env, log)
  const api = await prepareServer({ ...configs, editorConfig: editors, logStream: process.stderr, log })
  const sources = createContentWatcher(await createContentRegenerator(content.localSpace))
  const regenerated = sources.regenerate()
  if (!existsSync(BUNDLED_CONTENT_FOLDER)) await regenerated // pages import the bundled content
  const { drafts } = content
  const server = await createServer({
    customLogger: createSiteLogger(),
    server: {
      host: LOCAL_HOST,
      port,
      strictPort: true,
      watch: { ignored: isIgnored, awaitWriteFinish: AWAIT_COMPLETE_WRITES },
    },
    plugins: [
      contactApiPlugin(api.app),
      photoDeskPlugin(),
      derivedImagesPlugin(),
      contentFilesPlugin(),
      pagePathsPlugin(),
      sources.plugin,
      typeCheckPlugin(sources.isValid),
      themePlugin(),
      drafts &&
        draftPreviewPlugin({
          ...createContentfulPreview({
            ...drafts,
            siteUrl: url,
            updates: undefined,
            shouldCheckLinks: editors.shouldCheckLinks,
          }),
          editorOrigins: [...drafts.editorOrigins, ...editors.editorOrigins],
        }),
    ],
  })
  await server.listen()
  return {
    url,
    notes: [...describeSiteContent(content, url), `${describeEmailTransport(configs.config.emailTransport)}.`],
    stop: async () => {
      await Promise.all([server.close(), sources.close(), api.stop(), content.stop()])
    },
  }
}

/** Creates a logger that omits the lines of the server environment, which repeat those of the browser's environment. */
function createSiteLogger(): Logger {
  const logger = createLogger()
  const { info } = logger
  logger.info = (text, options) => {
    if (!options?.environment?.includes('ssr')) info(text, options)
  }
  return logger
}

/**
 * ms; a change is reported when the size of the file has not changed for this time. Text editors and formatters truncate
 * a file before they write it: without the wait Vite may read an empty file, or miss a second save.
 */
const AWAIT_COMPLETE_WRITES = { stabilityThreshold: 50, pollInterval: 20 }

/** Whether a path is in a state or cache folder, which is not watched. */
const isIgnored = (path: string) =>
  /^(\.cache|\.contentful[^\\/]*|\.backend|test-results)([\\/]|$)/.test(relative('.', path))
