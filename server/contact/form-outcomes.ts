import type { FastifyInstance } from 'fastify'
import { describeErrorCause } from '#server/logging/serialize-error.ts'

/** ms for which a failure counts when no later request succeeds: without visitors nothing says that it is over. */
const FAILURE_LIFETIME_MS = 15 * 60_000

/** `HttpError`, or an error of Fastify. */
type RouteError = Error & { readonly code?: string; readonly status?: number; readonly statusCode?: number }

/** Whether the last login and the last message of visitors could be handled. */
export type FormOutcomes = ReturnType<typeof createFormOutcomes>

/** Creates the outcomes of the contact form, from the requests of visitors alone: no captcha is verified to find out. */
export function createFormOutcomes() {
  /** The last request of each route, where the server could not handle it. */
  const failures = new Map<string, { readonly reason: string; readonly time: number }>()
  return {
    /** Adds hooks that observe the routes of a plugin. */
    observe: (routes: FastifyInstance): void => {
      routes.addHook('onError', async ({ method, routeOptions: { url = '' } }, _, error: RouteError) => {
        const status = error.status ?? error.statusCode ?? 500
        if (error.code === 'captcha_refused')
          failures.delete(url) // the provider has answered
        else if (method === 'POST' && status >= 500)
          failures.set(url, { reason: describeErrorCause(error), time: performance.now() })
      })
      routes.addHook('onResponse', async ({ routeOptions: { url = '' } }, { statusCode }) => {
        if (statusCode < 300) failures.delete(url)
      })
    },
    /** Why the form does not work; `undefined` when it works, or nobody has tried. */
    findFailure: (): string | undefined => {
      const since = performance.now() - FAILURE_LIFETIME_MS
      return [...failures.values()].find(({ time }) => time > since)?.reason
    },
  } as const
}
