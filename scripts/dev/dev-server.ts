import { relative } from 'node:path'
import { createLogger, createServer, type Logger } from 'vite'
import { parseEditorConfig } from '#server/config/editor-config.ts'
import { describeEmailTransport } from '#server/outbox/email-delivery.ts'
import { createLocalConfig } from './local-config.ts'
import { createContentRegenerator, createContentWatcher } from './plugins/content-watcher.ts'
import { contentFilesPlugin, derivedImagesPlugin } from './plugins/dev-routes.ts'
import { createErrorOverlay } from './plugins/error-overlay.ts'
import { photoDeskPlugin } from './plugins/photo-desk-plugin.ts'
import { createSiteServer } from './plugins/site-server-plugin.ts'
import { themePlugin } from './plugins/theme-plugin.ts'
import { typeCheckPlugin } from './plugins/type-check-plugin.ts'
import { findSitePort, LOCAL_HOST } from './ports.ts'
import type { StartLocalSite } from './site-command.ts'
import { describeSiteContent, openSiteContent } from './site-content.ts'
import { createSourceRunner } from './source-runner.ts'

/** Starts Vite's development server for the site, without prerendering and with hot reload. */
export const startDevServer: StartLocalSite = async (options, log) => {
  const port = await findSitePort(options.port, log)
  const url = `http://${LOCAL_HOST}:${port}`
  const config = await createLocalConfig(port, process.env, log)
  const content = await openSiteContent(options, { port, siteUrl: url, editors: parseEditorConfig(process.env) }, log)
  const variables = {
    NODE_ENV: 'development',
    VITE_SITE_URL: url,
    VITE_ENVIRONMENT: 'dev',
    ...content.env,
    BACKEND_FOLDER: config.dataFolder,
  }
  Object.assign(process.env, variables) // read by Vite's configuration, and by the server at each of its starts
  const overlay = createErrorOverlay()
  const sources = createContentWatcher(overlay, await createContentRegenerator(content.localSpace))
  const runner = await createSourceRunner()
  const siteServer = createSiteServer({
    ...runner,
    importModule: () => runner.import('/scripts/dev/site-server.ts'),
    overlay,
    isContentValid: sources.isValid,
    url,
    drafts: content.drafts,
    log,
  })
  const createdServer = createServer({
    configLoader: 'native', // Vite's own loader starts Vite again after a change of what the configuration imports
    customLogger: createSiteLogger(),
    server: {
      host: LOCAL_HOST,
      port,
      strictPort: true,
      watch: { ignored: isIgnored, awaitWriteFinish: AWAIT_COMPLETE_WRITES },
      forwardConsole: { logLevels: ['error'] }, // errors of the browser are in the terminal
    },
    plugins: [
      overlay.plugin,
      photoDeskPlugin(),
      derivedImagesPlugin(),
      contentFilesPlugin(overlay),
      siteServer.plugin,
      sources.plugin,
      typeCheckPlugin(overlay, sources.isValid),
      themePlugin(),
    ],
  })
  const [server] = await Promise.all([createdServer, siteServer.start(), sources.regenerate()])
  await server.listen() // last, because pages import the bundled content
  return {
    url,
    notes: [...describeSiteContent(content, url), `${describeEmailTransport(config.emailTransport)}.`],
    stop: async () => {
      await Promise.all([server.close(), sources.close(), siteServer.stop(), content.stop()])
    },
  }
}

/**
 * Creates a logger that keeps earlier lines on the screen. It omits those of the server environment, which repeat those of
 * the browser's environment, and errors of requests that a new start of Vite interrupts: open pages send them again.
 */
function createSiteLogger(): Logger {
  const logger = createLogger('info', { allowClearScreen: false })
  const { info, error } = logger
  logger.info = (text, options) => {
    if (!options?.environment?.includes('ssr')) info(text, options)
  }
  logger.error = (text, options) => {
    if (!INTERRUPTED.test(text)) error(text, options)
  }
  return logger
}

const INTERRUPTED = /transport was disconnected|Eval broker has been disposed/

/**
 * ms; a change is reported when the size of the file has not changed for this time. Text editors and formatters truncate
 * a file before they write it: without the wait Vite may read an empty file, or miss a second save.
 */
const AWAIT_COMPLETE_WRITES = { stabilityThreshold: 50, pollInterval: 20 }

/** Whether a path is in a state or cache folder, which is not watched. */
const isIgnored = (path: string) =>
  /^(\.cache|\.contentful[^\\/]*|\.backend|test-results)([\\/]|$)/.test(relative('.', path))
