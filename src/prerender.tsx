import { QueryClient } from '@tanstack/react-query'
import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { contactQueryOptions } from './content/contact.ts'
import type { PrerenderSource } from './content/content-query.ts'
import { redirectsQueryOptions } from './content/redirects.ts'
import { siteQueryOptions } from './content/site.ts'
import { env } from './env.ts'
import { createSiteRouter, renderRouterData } from './router.tsx'

/** The configuration of the build. */
export { env } from './env.ts'

/**
 * Renders one path to HTML. Content comes from `source` only or, without it, from the CMS with the fallback. Throws if
 * the path cannot be rendered.
 */
export async function prerender(path: string, source?: PrerenderSource): Promise<PrerenderedPage> {
  let data = ''
  const handle = createRequestHandler({
    request: new Request(new URL(path, 'http://prerender.invalid')),
    createRouter: () => createSiteRouter(createQueryClient(source)),
  })
  const response = await handle(({ router, responseHeaders }) => {
    const failedMatch = router.state.matches.find(({ error }) => error)
    if (failedMatch) throw failedMatch.error
    data = renderRouterData(router.state.matches)
    router.serverSsr?.takeInitialHydrationScriptTags() // discards the scripts, which would be rendered otherwise
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> })
  })
  if (!response.ok) throw new Error(`${path} rendered as ${response.status}`)
  const html = (await response.text()).replace(/^<!DOCTYPE html>/, '')
  const start = html.indexOf('<div') // React renders hoisted elements (title, meta, link) before the page
  return { head: html.slice(0, start), page: html.slice(start), data }
}

/** The parts of a prerendered page. */
export interface PrerenderedPage {
  /** HTML for the head. */
  readonly head: string
  /** HTML for the root element. */
  readonly page: string
  /** HTML to insert after the root element: the router's data. */
  readonly data: string
}

/** Fetches the content of the metadata files (scripts/build/metadata-files.ts). */
export async function fetchSiteMetadata(source?: PrerenderSource) {
  const client = createQueryClient(source)
  const [site, { email }] = await Promise.all([
    client.fetchQuery(siteQueryOptions()),
    client.fetchQuery(contactQueryOptions()),
  ])
  return { siteUrl: env.siteUrl, securityContact: import.meta.env.VITE_SECURITY_CONTACT || `mailto:${email}`, site }
}

/** Fetches the published redirects. scripts/build/redirect-files.ts validates them. */
export async function fetchRedirects(source?: PrerenderSource) {
  return { siteUrl: env.siteUrl, redirects: await createQueryClient(source).fetchQuery(redirectsQueryOptions()) }
}

const createQueryClient = (source: PrerenderSource | undefined) =>
  new QueryClient(source && { defaultOptions: { queries: { meta: { contentSource: source } } } })
