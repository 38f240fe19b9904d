import { QueryClient } from '@tanstack/react-query'
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { siteQuery } from './content/site.ts'
import { env } from './env.ts'
import { createSiteRouter } from './router.tsx'

/** One path as HTML: what belongs into the head, and what into the root element. Throws when the path is not a page. */
export async function prerender(path: string): Promise<{ head: string; page: string }> {
  const handle = createRequestHandler({
    request: new Request(new URL(path, 'http://prerender.invalid')),
    createRouter: createSiteRouter,
  })
  const response = await handle(({ router, responseHeaders }) =>
    renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> }),
  )
  if (!response.ok) throw new Error(`${path} rendered as ${response.status}`)
  const html = (await response.text()).replace(/^<!DOCTYPE html>/, '')
  const start = html.indexOf('<div') // React puts what it hoists (title, meta, link) before the first element of the page
  return { head: html.slice(0, start), page: html.slice(start) }
}

/** What the files beside the pages are made of (scripts/site-files.ts). */
export async function siteFacts() {
  return { siteUrl: env.siteUrl, site: await new QueryClient().fetchQuery(siteQuery()) }
}
