import type { Connect, ErrorPayload, HotPayload, Plugin, ViteDevServer } from 'vite'
import { formatSourceError, type SourceError, toOverlayError, toSourceError } from './source-error.ts'

export interface ErrorOverlay {
  readonly plugin: Plugin
  /** Replaces the errors of one origin in the terminal and in every open page; none: they are corrected. */
  readonly update: (origin: string, errors: readonly SourceError[]) => void
}

/** Clears the overlay; a page that failed to load is reloaded instead (vite/client does that on its first update). */
const CLEAR: HotPayload = { type: 'update', updates: [] }

/**
 * Shows errors that Vite does not know of in Vite's error overlay: at once, on pages that load later, and until they are
 * corrected. Also completes Vite's own overlay: a page that failed to load is reloaded after the next change.
 */
export function createErrorOverlay(): ErrorOverlay {
  const current = new Map<string, ErrorPayload>()
  let server: ViteDevServer | undefined
  /** A request of the page that was loaded last failed, so no hot update can repair that page. */
  let failure: ErrorPayload | undefined

  const shown = () => current.values().next().value ?? failure
  const send = (payload: HotPayload) => server?.environments.client.hot.send(payload)

  return {
    update(origin, [first, ...others]) {
      const before = current.delete(origin)
      if (first) {
        current.set(origin, { type: 'error', err: toOverlayError([first, ...others]) })
        for (const error of [first, ...others])
          server?.config.logger.error(formatSourceError(error), { timestamp: true })
      } else if (before) server?.config.logger.info('The errors are corrected.', { timestamp: true })
      const error = shown()
      if (error) send(error)
      else if (before) send(CLEAR)
    },
    plugin: {
      name: 'error-overlay',
      configureServer(started) {
        server = started
        const { hot } = started.environments.client
        // `content:error` is sent by src/main.tsx after an update: Vite clears the overlay on every update.
        for (const event of ['vite:client:connect', 'content:error']) {
          hot.on(event, (_, client) => {
            const error = shown()
            if (error) client.send(error)
          })
        }
        const noteFailure: Connect.ErrorHandleFunction = (thrown: unknown, { url = '' }, _, next) => {
          const err = toOverlayError([toSourceError(thrown)])
          // A module with a timestamp was requested by a hot update: the next update repairs that page.
          if (!/[?&]t=\d/.test(url)) failure = { type: 'error', err }
          // Vite's compiler names file and line in the message only.
          const { id, loc, frame } = err
          next(
            thrown instanceof Error && !('loc' in thrown) && loc ? Object.assign(thrown, { id, loc, frame }) : thrown,
          )
        }
        return () => void started.middlewares.use(noteFailure)
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
