import { queryOptions } from '@tanstack/react-query'
import type { ContentByName, ContentName } from './cms-content.ts'

/** Where the content of a router comes from: files of the site, drafts in an editor's preview, the CMS in a build. */
export interface ContentLoader {
  readonly load: <Name extends ContentName>(name: Name, request: ContentRequest) => Promise<ContentByName[Name]>
  /** Whether a request that failed `failureCount` times before is sent again. */
  readonly shouldRetry: (failureCount: number, error: Error) => boolean
  /** Whether the content of the seed is shown in place of the content that was requested. */
  readonly isSeedShown: (name: ContentName) => boolean
  /** Whether each page also has a document that contains its content. */
  readonly hasDocuments?: boolean
}

export interface ContentRequest {
  readonly signal: AbortSignal
  /** Whether content is shown already, which a failed request leaves as it is. */
  readonly isRefetch: boolean
}

/** ms between a failed request and the next one. */
const RETRY_DELAY_MS = 3_000

/** ms between two requests while the content of the seed is shown. */
const SEED_REFETCH_INTERVAL_MS = 15_000

/** Long enough that the loader and the component share one request, also on a slow phone. A later visit fetches again. */
const STALE_TIME_MS = 5_000

/** The first part of the query keys of content. */
export const CONTENT_KEY = 'content'

/** Query options of content. It is fetched again when the visitor comes back to the tab or to the network. */
export const contentQuery = <Name extends ContentName>(name: Name, loader: ContentLoader) =>
  queryOptions({
    queryKey: [CONTENT_KEY, name],
    queryFn: ({ client, queryKey, signal }): Promise<ContentByName[Name]> =>
      loader.load(name, { signal, isRefetch: client.getQueryData(queryKey) !== undefined }),
    retry: loader.shouldRetry,
    retryDelay: RETRY_DELAY_MS,
    staleTime: STALE_TIME_MS,
    gcTime: Number.POSITIVE_INFINITY, // a loader does not run again for a page that was shown
    refetchInterval: () => loader.isSeedShown(name) && SEED_REFETCH_INTERVAL_MS,
    refetchOnWindowFocus: 'always',
    networkMode: 'offlineFirst', // a browser may report wrongly that it is offline
  })
