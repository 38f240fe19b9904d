import { relative } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { createRunAfterChanges } from '#scripts/dev/run-after-changes.ts'
import type { SiteServer, SiteServerOptions } from '#scripts/dev/site-server.ts'
import type { SourceRunner } from '#scripts/dev/source-runner.ts'
import { UserError } from '#shared/user-error.ts'
import { type ErrorOverlay, formatOverlayError } from './error-overlay.ts'

interface Options extends Pick<SourceRunner, 'invalidate' | 'close'>, Omit<SiteServerOptions, 'transformHtml'> {
  /** Evaluates the current code of the server. */
  readonly importModule: () => Promise<Pick<typeof import('#scripts/dev/site-server.ts'), 'startSiteServer'>>
  readonly overlay: Pick<ErrorOverlay, 'show'>
  /** Waits until the generated files fit their sources. */
  readonly isContentValid: () => Promise<boolean>
}

/**
 * Serves what the code of `server` answers, and starts the server again after a change of a module that it imports. Open
 * pages stay. While the code has an error, which is shown, the server of before goes on.
 */
export function createSiteServer(options: Options) {
  const { importModule, invalidate, close, overlay, isContentValid, url, drafts, log } = options
  const changed = new Set<string>()
  const { schedule, settle } = createRunAfterChanges(restart)
  let vite: ViteDevServer | undefined
  let current: Promise<SiteServer | undefined> = Promise.resolve(undefined)

  async function start(): Promise<void> {
    const { startSiteServer } = await importModule()
    const transformHtml = async (path: string, html: string) => vite?.transformIndexHtml(path, html) ?? html
    const stopped = current.then((server) => server?.stop()).catch(() => {}) // it has the database until it ends
    current = stopped.then(() => startSiteServer({ url, drafts, transformHtml, log }))
    await current
  }

  async function restart(): Promise<void> {
    if (!(await isContentValid())) return // what is wrong is shown; its correction schedules another restart
    const started = performance.now()
    const files = [...changed]
    changed.clear()
    const error = await start().then(() => '', formatOverlayError)
    overlay.show('server', error)
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    if (error) vite?.config.logger.error(error, { timestamp: true })
    else vite?.config.logger.info(`API updated in ${seconds} s (${files.join(', ')})`, { timestamp: true })
  }

  return {
    /** Starts the server for the first time. Throws `UserError`. */
    start: () =>
      start().catch((error: unknown) => {
        throw new UserError(formatOverlayError(error))
      }),
    stop: async (): Promise<void> => {
      await settle()
      await current.then((server) => server?.stop()).catch(() => {})
      await close()
    },
    plugin: {
      name: 'site-server',
      configureServer(started) {
        vite = started
        started.middlewares.use((request, response, next) => {
          current.then((server) => (server ? server.handle(request, response, next) : next()), next)
        })
      },
      hotUpdate({ file }) {
        if (this.environment.name !== 'client') return
        const path = relative(this.environment.config.root, file).replaceAll('\\', '/')
        if (invalidate(path)) changed.add(path)
        if (changed.size > 0) schedule()
      },
    } satisfies Plugin,
  }
}
