import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { createBrowserStorage } from './api/browser-storage.ts'
import {
  type ContentByName,
  type ContentName,
  fetchCmsContent,
  fetchFromCms,
  type GraphqlEndpoint,
  mapSeedContent,
} from './content/cms-content.ts'
import { CONTENT_KEY, type ContentLoader } from './content/content-query.ts'
import { redirectsContent } from './content/redirects.ts'
import { renderPageData } from './page-data.ts'
import { createSiteRouter } from './router.tsx'

/** The configuration that the site is built with. */
export { env } from './env.ts'

/** Reads the content of the CMS, or of the seed without an endpoint. Content that several pages show is requested once. */
export function createBuildLoader(endpoint: GraphqlEndpoint | undefined): ContentLoader {
  const requests = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  return {
    load: (name) =>
      requests.fetchQuery({
        queryKey: [name],
        queryFn: async () => (endpoint ? (await fetchCmsContent(name, endpoint)).content : mapSeedContent(name)),
      }),
    getReaction: () => 'error',
    shownSeeds: new Set(),
  }
}

/** Loads the redirects of the CMS, or of the seed. server/rendering/redirects-file.ts decides which of them are served. */
export const loadRedirects = async (endpoint: GraphqlEndpoint | undefined) =>
  endpoint ? (await fetchFromCms(redirectsContent, endpoint)).content : redirectsContent.map(redirectsContent.fallback)

/** Renders one path to HTML with the content of `contentLoader`. Throws if the path cannot be rendered. */
export async function prerender(path: string, contentLoader: ContentLoader, build: string): Promise<PrerenderedPage> {
  const queryClient = new QueryClient()
  const router = createSiteRouter({
    context: { queryClient, contentLoader, storages },
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  await router.load()
  const failed = router.state.matches.find(({ error }) => error)
  if (failed) throw failed.error
  const html = renderToString(<RouterProvider router={router} />)
  const start = html.indexOf('<div') // React renders hoisted elements (title, meta, link) first
  const contents = queryClient.getQueriesData<ContentByName[ContentName]>({ queryKey: [CONTENT_KEY] })
  return {
    head: html.slice(0, start),
    page: html.slice(start),
    data: renderPageData(queryClient, build),
    contents: contents.map(([[, name], content]) => ({ name: String(name), content })),
  }
}

export interface PrerenderedPage {
  /** HTML of the elements in `<head>`. */
  readonly head: string
  /** HTML of the root element's content. */
  readonly page: string
  /** HTML of the data block after the root element. */
  readonly data: string
  /** The content that the page was rendered from. */
  readonly contents: readonly { readonly name: string; readonly content: unknown }[]
}

/** A build has no browser storage. */
const storages = { local: createBrowserStorage(() => undefined), session: createBrowserStorage(() => undefined) }
