import { createRequestHandler, RouterServer, renderRouterToString } from '@tanstack/react-router/ssr/server'
import { createBrowserStorage } from './api/browser-storage.ts'
import {
  createBuildClient,
  type PrerenderSource,
  type RenderedRequest,
  type ResponseCache,
} from './content/content-client.ts'
import { createContentStore } from './content/content-store.ts'
import { env } from './env.ts'
import { createSiteRouter, renderPageData } from './router.tsx'
import { siteDefinition } from './routes/-route-content.ts'

/** The configuration that the site is built with. */
export { env } from './env.ts'

/**
 * Renders one path to HTML with the content of `source` alone. Throws if the path cannot be rendered. Several pages can be
 * rendered at the same time, also from different sources. They share the content that is in `responses`.
 */
export async function prerender(
  path: string,
  source: PrerenderSource,
  responses?: ResponseCache,
): Promise<PrerenderedPage> {
  let data = ''
  const requests: RenderedRequest[] = []
  const client = createBuildClient(source, { responses, onRendered: (request) => requests.push(request) })
  const handle = createRequestHandler({
    request: new Request(new URL(path, 'http://prerender.invalid')),
    createRouter: () => createSiteRouter({ contentStore: createContentStore(client), storages }),
  })
  const response = await handle(({ router, responseHeaders }) => {
    const failed = router.state.matches.find(({ error }) => error)
    if (failed) throw failed.error
    data = renderPageData(router.state.matches, requests)
    router.serverSsr?.takeInitialHydrationScriptTags() // otherwise they would be rendered
    return renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> })
  })
  if (!response.ok) throw new Error(`${path} rendered as ${response.status}`)
  const html = (await response.text()).replace(/^<!DOCTYPE html>/, '')
  const start = html.indexOf('<div') // React renders hoisted elements (title, meta, link) first
  return { head: html.slice(0, start), page: html.slice(start), data }
}

export interface PrerenderedPage {
  /** HTML of the elements in `<head>`. */
  readonly head: string
  /** HTML of the root element's content. */
  readonly page: string
  /** HTML of the data block after the root element. */
  readonly data: string
}

/** Loads the content of the sitemap and the other metadata files (server/rendering/metadata-files.ts). */
export async function fetchSiteMetadata(source: PrerenderSource, responses?: ResponseCache) {
  const { load } = createContentStore(createBuildClient(source, { responses }))
  const loadDefinition = async () => (await import('./content/contact.ts')).contactContent
  const [site, { email }] = await Promise.all([load(siteDefinition), load({ page: 'contact', loadDefinition })])
  return { siteUrl: env.siteUrl, securityContact: import.meta.env.VITE_SECURITY_CONTACT || `mailto:${email}`, site }
}

/** Loads the published redirects. server/rendering/redirect-files.ts decides which of them are served. */
export async function fetchRedirects(source: PrerenderSource) {
  const { load } = createContentStore(createBuildClient(source))
  const loadDefinition = async () => (await import('./content/redirects.ts')).redirectsContent
  return { siteUrl: env.siteUrl, redirects: await load({ page: 'redirects', loadDefinition }) }
}

/** A build has no browser storage. */
const storages = { local: createBrowserStorage(() => undefined), session: createBrowserStorage(() => undefined) }
