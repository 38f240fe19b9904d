import { QueryClient } from '@tanstack/react-query'
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { contactQueryOptions } from './content/contact.ts'
import type { PrerenderSource } from './content/content-query.ts'
import { redirectsQueryOptions } from './content/redirects.ts'
import { siteQueryOptions } from './content/site.ts'
import { env } from './env.ts'
import { createSiteRouter, renderRouterData } from './router.tsx'

/** The configuration that the site is built with. */
export { env } from './env.ts'

/**
 * Renders one path to HTML. With `source`, content comes from there alone; without it from the CMS, then the fallback.
 * Throws if the path cannot be rendered.
 */
export async function prerender(path: string, source?: PrerenderSource): Promise<PrerenderedPage> {
  let data = ''
  const handle = createRequestHandler({
    request: new Request(new URL(path, 'http://prerender.invalid')),
    createRouter: () => createSiteRouter(createQueryClient(source)),
  })
  const response = await handle(({ router, responseHeaders }) => {
    const failed = router.state.matches.find(({ error }) => error)
    if (failed) throw failed.error
    data = renderRouterData(router.state.matches)
    router.serverSsr?.takeInitialHydrationScriptTags() // otherwise they would be rendered
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> })
  })
  if (!response.ok) throw new Error(`${path} rendered as ${response.status}`)
  const html = (await response.text()).replace(/^<!DOCTYPE html>/, '')
  const start = html.indexOf('<div') // React renders hoisted elements (title, meta, link) first
  return { head: html.slice(0, start), page: html.slice(start), data }
}

export interface PrerenderedPage {
  /** What belongs into the head. */
  readonly head: string
  /** What belongs into the root element. */
  readonly page: string
  /** What belongs behind it. */
  readonly data: string
}

/** What the files beside the pages are made of (scripts/build/metadata-files.ts). */
export async function fetchSiteMetadata(source?: PrerenderSource) {
  const client = createQueryClient(source)
  const [site, { email }] = await Promise.all([
    client.fetchQuery(siteQueryOptions()),
    client.fetchQuery(contactQueryOptions()),
  ])
  return { siteUrl: env.siteUrl, securityContact: import.meta.env.VITE_SECURITY_CONTACT || `mailto:${email}`, site }
}

/** What editors published of redirects; which may be served is scripts/build/redirect-files.ts's to say. */
export async function fetchRedirects(source?: PrerenderSource) {
  return { siteUrl: env.siteUrl, redirects: await createQueryClient(source).fetchQuery(redirectsQueryOptions()) }
}

const createQueryClient = (source: PrerenderSource | undefined) =>
  new QueryClient(source && { defaultOptions: { queries: { meta: { contentSource: source } } } })
