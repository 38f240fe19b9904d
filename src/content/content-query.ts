import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { env } from '#src/env.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { getPreviewMode } from './preview-mode.ts'
import { clearFailedFetches, getRefetchInterval, getStaleTime, recordFailedFetch } from './refetch-policy.ts'
import { requestGraphql } from './request-graphql.ts'

/** Where prerendering takes content from: the CMS alone, or the bundled fallback alone. */
export type PrerenderSource = 'cms' | 'fallback'

declare module '@tanstack/react-query' {
  interface Register {
    /** Set by src/prerender.tsx for all queries of one page. Not set in the browser: the CMS first, then the fallback. */
    queryMeta: { readonly contentSource?: PrerenderSource }
  }
}

interface ContentSource<Response, Content> {
  /** Name of the content in the query key and in log messages. */
  readonly page: string
  /** The GraphQL query. */
  readonly document: TypedDocumentString<Response, Record<string, never>>
  /** Fetches the list items that exceed the limit of one response. */
  readonly fetchRemaining?: (response: Response, signal: AbortSignal) => Promise<Response>
  /** Loads the response that the build made from the seed. Called only when it is needed. */
  readonly loadFallback: () => Promise<Response>
  readonly map: MapResponse<Response, Content>
}

/**
 * Validates a response and maps it to the page's content. Throws if required content is missing or invalid; it is then
 * called again with the fallback response, which supplies the invalid fields.
 */
type MapResponse<Response, Content> = (
  response: Response,
  fallback: Response | undefined,
  source: 'cms' | 'fallback',
) => Content

/**
 * Query options for a page's content. The content comes from the CMS; invalid fields come from the fallback. If the
 * request fails, the query keeps the content that is already shown (prerendered content is newer than the fallback), or
 * uses the fallback if nothing is shown. Refetching follows refetch-policy.ts.
 */
export function contentQueryOptions<Response, Content>({
  page,
  document,
  fetchRemaining,
  loadFallback,
  map,
}: ContentSource<Response, Content>) {
  return queryOptions({
    queryKey: ['content', page],
    queryFn: async ({ client, queryKey, signal, meta }) => {
      const getShownContent = () => client.getQueryData<Content>(queryKey)
      const keepContent = async () => getShownContent() ?? map(await loadFallback(), undefined, 'fallback')
      const previewMode = getPreviewMode()
      if (meta?.contentSource === 'fallback' || (!env.contentful && !previewMode)) return keepContent()
      const query = client.getQueryCache().find({ queryKey, exact: true }) ?? {}
      try {
        const timeoutMs = previewMode || getShownContent() ? BACKGROUND_TIMEOUT_MS : env.contentTimeoutMs
        const requestSignal = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
        const firstResponse = await requestGraphql(document, {}, requestSignal)
        const response = (await fetchRemaining?.(firstResponse, requestSignal)) ?? firstResponse
        const { content, isComplete } = await mapWithFallback({ response, loadFallback, map })
        if (isComplete) clearFailedFetches(query)
        else recordFailedFetch(query)
        previewMode?.onResponse({
          page,
          query: document.toString(),
          response,
          isComplete,
          show: (changed) => client.setQueryData(queryKey, map(changed, undefined, 'cms')),
        })
        return content
      } catch (error) {
        if (signal.aborted) throw error
        if (meta?.contentSource === 'cms') throw error // a rebuild keeps the existing page
        recordFailedFetch(query, error)
        previewMode?.onError(page, error)
        console.warn(`Failed to load the content of ${page} from the CMS`, error)
        return keepContent()
      }
    },
    retry: false,
    staleTime: (query) => (getPreviewMode() ? PREVIEW_STALE_TIME_MS : getStaleTime(query)),
    refetchOnWindowFocus: () => (getPreviewMode() ? 'always' : true),
    refetchInterval: getRefetchInterval,
    refetchOnReconnect: true,
    networkMode: 'always', // offline is handled like any other failure of the CMS
  })
}

/** Timeout of a request while the page already shows content, and in preview mode, where drafts matter more than speed. */
const BACKGROUND_TIMEOUT_MS = 10_000

/** In preview mode: long enough that the route loader and the page's component share one request. */
const PREVIEW_STALE_TIME_MS = 1_000

/** Maps the response. If it is invalid, loads the fallback and maps the response with it. */
async function mapWithFallback<Response, Content>({ response, loadFallback, map }: MapOptions<Response, Content>) {
  try {
    return { content: map(response, undefined, 'cms'), isComplete: true }
  } catch {
    return { content: map(response, await loadFallback(), 'cms'), isComplete: false }
  }
}

interface MapOptions<Response, Content> extends Pick<ContentSource<Response, Content>, 'loadFallback' | 'map'> {
  readonly response: Response
}

/** `useQuery` already subscribes to changes. */
const subscribeToNothing = () => () => {}

/**
 * Returns the content that the route loader loaded and refetches it in the background; prerendered content is stale at
 * once. During hydration it returns the loaded content, even if a newer response has arrived.
 */
export function useContent<Content>(
  options: ReturnType<typeof contentQueryOptions<never, Content>>,
  loaded: NoInfer<Content>,
): Content {
  const { data = loaded } = useQuery({ ...options, initialData: () => loaded, initialDataUpdatedAt: 0 })
  return useSyncExternalStore(
    subscribeToNothing,
    () => data,
    () => loaded,
  )
}
