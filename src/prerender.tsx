import { QueryClient } from '@tanstack/react-query'
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { redirectsQuery } from './content/redirects.ts'
import { siteQuery } from './content/site.ts'
import { env } from './env.ts'
import { createSiteRouter } from './router.tsx'

/** One path as HTML: what belongs into the head, and what into the root element. Throws why there is none. */
export async function prerender(path: string): Promise<{ head: string; page: string }> {
  const handle = createRequestHandler({
    request: new Request(new URL(path, 'http://prerender.invalid')),
    createRouter: createUndatedRouter,
  })
  const response = await handle(({ router, responseHeaders }) => {
    const failed = router.state.matches.find(({ error }) => error)
    if (failed) throw failed.error
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> })
  })
  if (!response.ok) throw new Error(`${path} rendered as ${response.status}`)
  const html = (await response.text()).replace(/^<!DOCTYPE html>/, '')
  const start = html.indexOf('<div') // React puts what it hoists (title, meta, link) before the first element of the page
  return { head: html.slice(0, start), page: html.slice(start) }
}

/**
 * Creates a router whose pages contain no time, so that the same content gives the same bytes. In the browser, data with
 * the time 0 is stale; with the time of the build it is stale too.
 */
function createUndatedRouter() {
  const router = createSiteRouter()
  const load = router.load.bind(router)
  router.load = async (options) => {
    await load(options)
    for (const match of router.state.matches) match.updatedAt = 0
  }
  return router
}

/** What the files beside the pages are made of (scripts/site-files.ts). */
export async function siteFacts() {
  return { siteUrl: env.siteUrl, site: await new QueryClient().fetchQuery(siteQuery()) }
}

/** What editors published of redirects; which may be served is scripts/redirect-files.ts's to say. */
export async function redirectFacts() {
  return { siteUrl: env.siteUrl, redirects: await new QueryClient().fetchQuery(redirectsQuery()) }
}
