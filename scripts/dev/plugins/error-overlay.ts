import { stripVTControlCharacters } from 'node:util'
import type { HotPayload, Plugin, ViteDevServer } from 'vite'

/** The errors that Vite's overlay shows, besides those of Vite: on open pages, and on those that connect later. */
export type ErrorOverlay = ReturnType<typeof createErrorOverlay>

export function createErrorOverlay() {
  const messages = new Map<string, string>()
  let server: ViteDevServer | undefined

  function getPayload(): HotPayload {
    const message = [...messages.values()].join('\n\n')
    return message ? { type: 'error', err: { message, stack: '' } } : { type: 'update', updates: [] } // closes the overlay
  }

  return {
    /** Shows the error of a part of the site, in place of its last one; an empty message removes it. */
    show: (part: string, message: string): void => {
      const hadError = messages.delete(part)
      if (message) messages.set(part, message)
      if (server && (message || hadError) && server.ws.clients.size > 0)
        server.environments.client.hot.send(getPayload())
    },
    plugin: {
      name: 'error-overlay',
      configureServer(started) {
        server = started
        dropErrorsOfEarlierPages(started)
        started.environments.client.hot.on('vite:client:connect', (_, client) => {
          if (messages.size > 0) client.send(getPayload())
        })
      },
    } satisfies Plugin,
  }
}

/**
 * Vite keeps an error while no page is connected, for the page that causes it and connects later. A page that is requested
 * after the error causes its own.
 */
function dropErrorsOfEarlierPages({ environments, middlewares, ws }: ViteDevServer): void {
  const { hot } = environments.client
  const { send } = hot
  let kept: HotPayload | undefined
  hot.send = (payload: HotPayload | string, data?: unknown) => {
    if (typeof payload === 'string') send(payload, data)
    else if (payload.type === 'error' && ws.clients.size === 0) kept = payload
    else send(payload)
  }
  hot.on('vite:client:connect', (_, client) => {
    if (kept) client.send(kept)
    kept = undefined
  })
  middlewares.use(({ headers }, _, next) => {
    if (headers.accept?.includes('text/html')) kept = undefined
    next()
  })
}

/**
 * Returns the text of an error for the overlay and the terminal. A `UserError` says where it is; it is recognized by its
 * lines, because a module runner has its own class. The stack of another error leads to its place in the project.
 */
export function formatOverlayError(thrown: unknown): string {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  if ('lines' in error) return error.message
  const lines = stripVTControlCharacters(error.stack ?? String(error)).split('\n')
  return lines
    .filter((line) => !/^\s+at .*(node_modules|node:)/.test(line))
    .join('\n')
    .trimEnd()
}
