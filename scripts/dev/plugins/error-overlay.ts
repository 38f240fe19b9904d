import { relative } from 'node:path'
import { Generator, getConfig } from '@tanstack/router-generator'
import type { Connect, ErrorPayload, HotPayload, Plugin, ViteDevServer } from 'vite'
import { ROUTER_CONFIG } from '#scripts/build/router-config.ts'
import { formatSourceError, type SourceError, toOverlayError, toSourceError } from './source-error.ts'

/** The error overlay of the development server. */
export interface ErrorOverlay {
  readonly plugin: Plugin
  /** Replaces the errors of one origin in the terminal and in every open page. An empty list clears them. */
  readonly update: (origin: string, errors: readonly SourceError[]) => void
}

/** Clears the overlay; a page that failed to load is reloaded instead (vite/client does that on its first update). */
const CLEAR: HotPayload = { type: 'update', updates: [] }

/**
 * Shows additional errors in Vite's error overlay until they are corrected, also on pages that load later. Extends Vite's
 * own overlay too: a page that failed to load is reloaded after the next change.
 */
export function createErrorOverlay(): ErrorOverlay {
  const current = new Map<string, ErrorPayload>()
  let server: ViteDevServer | undefined
  /** The error of a failed request of the last page. No hot update can repair that page. */
  let failure: ErrorPayload | undefined

  const getShownError = () => current.values().next().value ?? failure
  const send = (payload: HotPayload) => server?.environments.client.hot.send(payload)

  return {
    update(origin, [first, ...others]) {
      const before = current.delete(origin)
      if (first) {
        current.set(origin, { type: 'error', err: toOverlayError([first, ...others]) })
        for (const error of [first, ...others])
          server?.config.logger.error(formatSourceError(error), { timestamp: true })
      } else if (before) server?.config.logger.info('All errors are corrected.', { timestamp: true })
      const error = getShownError()
      if (error) send(error)
      else if (before) send(CLEAR)
    },
    plugin: {
      name: 'error-overlay',
      configureServer(started) {
        server = started
        const { hot } = started.environments.client
        // src/main.tsx sends `content:error` after an update, because Vite clears the overlay on every update.
        for (const event of ['vite:client:connect', 'content:error']) {
          hot.on(event, (_, client) => {
            const error = getShownError()
            if (error) client.send(error)
          })
        }
        const recordFailure: Connect.ErrorHandleFunction = (thrown: unknown, { url = '' }, _, next) => {
          const err = toOverlayError([toSourceError(thrown)])
          // A URL with a timestamp belongs to a hot update. The next update repairs that page.
          if (!/[?&]t=\d/.test(url)) failure = { type: 'error', err }
          // Vite's compiler includes file and line in the message only.
          const { id, loc, frame } = err
          next(
            thrown instanceof Error && !('loc' in thrown) && loc ? Object.assign(thrown, { id, loc, frame }) : thrown,
          )
        }
        return () => void started.middlewares.use(recordFailure)
      },
      transformIndexHtml() {
        failure = undefined
      },
      hotUpdate: {
        order: 'post',
        handler() {
          if (this.environment.name !== 'client' || !failure) return
          failure = undefined
          send({ type: 'full-reload' })
        },
      },
    },
  }
}

/** Shows errors of the route tree generator in the overlay. The router's own plugin only prints them to the terminal. */
export function routeErrorsPlugin(overlay: ErrorOverlay): Plugin {
  const generator = new Generator({ config: getConfig(ROUTER_CONFIG, process.cwd()), root: process.cwd() })
  const check = () =>
    generator.run().then(
      () => overlay.update('routes', []),
      (error: unknown) =>
        overlay.update('routes', [locateInRoute(error instanceof Error ? error.message : String(error))]),
    )
  return {
    name: 'route-errors',
    configureServer: check,
    async hotUpdate({ file }) {
      if (this.environment.name === 'client' && relative('src/routes', file).startsWith('..') === false) await check()
    },
  }
}

/** Extracts file and position from a message of the generator. */
function locateInRoute(message: string): SourceError {
  const [, path] = /(\S+\.tsx?)\b/.exec(message) ?? []
  const [, line, column] = /\((\d+):(\d+)\)/.exec(message) ?? []
  if (!path) return { message }
  return { message, file: relative('.', path), line: Number(line ?? 1), column: Number(column ?? 0) + 1 }
}
