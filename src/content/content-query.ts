import { hashKey, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { use, useSyncExternalStore } from 'react'
import { type ContentClient, ContentClientContext } from './content-client.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

/** The content of a page: its query, its fallback and the mapping of both. */
export interface ContentDefinition<Response, Content> {
  /** Name of the content in the query key and in log messages. */
  readonly page: string
  readonly document: TypedDocumentString<Response, Record<string, never>>
  /** Fetches the list items that exceed the limit of one response. */
  readonly fetchRemaining?: (response: Response, request: SendQuery) => Promise<Response>
  /** Loads the response that the build made from the seed. Called only when it is needed. */
  readonly loadFallback: () => Promise<Response>
  /**
   * Validates a response and maps it to the content. Throws if required content is missing or invalid; it is then called
   * again with the fallback response, which supplies the invalid fields.
   */
  readonly map: (response: Response, fallback?: Response) => Content
  /** Maps the fallback response, if it differs from `map`. */
  readonly mapFallback?: (fallback: Response) => Content
}

/** Sends a query to the CMS. Throws if there is no response with data. */
export type SendQuery = <Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
) => Promise<Result>

/** Data of a content query. */
interface ContentResult<Content> {
  readonly content: Content
  /** Consecutive responses whose invalid fields were shown from the fallback. */
  readonly incompleteResponses: number
}

/** Delays in ms after the first, second and third failure. After the fourth there is no automatic retry. */
const RETRY_DELAYS_MS = [5_000, 15_000, 45_000] as const

/** Long enough that the loader and the component share one request. A page that is opened later is fetched again. */
const STALE_TIME_MS = 1_000

/**
 * Query options for content. A failed request is retried three times; an incomplete response is fetched again after the
 * same delays. `loaded` is shown until the CMS responds: the content of the loader, which may be prerendered.
 */
export function contentQueryOptions<Response, Content>(
  definition: ContentDefinition<Response, Content>,
  client: ContentClient,
  loaded?: Content,
) {
  return queryOptions({
    queryKey: ['content', definition.page],
    queryFn: ({ client: queryClient, queryKey, signal }): Promise<ContentResult<Content>> =>
      fetchContent({
        definition,
        client,
        signal,
        incompleteResponses: queryClient.getQueryData<ContentResult<Content>>(queryKey)?.incompleteResponses ?? 0,
        show: (content) => queryClient.setQueryData(queryKey, { content, incompleteResponses: 0 }),
      }),
    enabled: client.endpoint !== undefined,
    retry: client.fallbackDelayMs === undefined ? false : RETRY_DELAYS_MS.length,
    retryDelay: (failureCount, error) => Math.max(getRetryDelay(failureCount), getRetryAfterMs(error)),
    staleTime: STALE_TIME_MS,
    refetchInterval: ({ state }) => {
      const { incompleteResponses = 0 } = state.data ?? {}
      return (
        incompleteResponses > 0 &&
        incompleteResponses <= RETRY_DELAYS_MS.length &&
        getRetryDelay(incompleteResponses - 1)
      )
    },
    refetchOnWindowFocus: 'always',
    networkMode: 'offlineFirst', // a browser may report wrongly that it is offline
    ...(loaded !== undefined && {
      initialData: () => ({ content: loaded, incompleteResponses: 0 }),
      initialDataUpdatedAt: 0,
    }),
  })
}

const getRetryDelay = (failureCount: number) => RETRY_DELAYS_MS[failureCount] ?? RETRY_DELAYS_MS[0]

interface LoaderContext {
  readonly queryClient: QueryClient
  readonly contentClient: ContentClient
}

/**
 * Loads content for a route: what the page has shown before, or the response of the CMS, or the fallback if the first
 * request fails or takes too long. The query continues; `useContent` then shows its response. Throws if the client has no
 * fallback and the request fails.
 */
export async function loadContent<Response, Content>(
  { queryClient, contentClient }: LoaderContext,
  definition: ContentDefinition<Response, Content>,
): Promise<Content> {
  const options = contentQueryOptions(definition, contentClient)
  const shown = queryClient.getQueryData(options.queryKey)
  if (shown) return shown.content
  const { endpoint, fallbackDelayMs } = contentClient
  if (endpoint && fallbackDelayMs === undefined) return (await queryClient.fetchQuery(options)).content
  const result = endpoint && (await Promise.race([fetchOnce(queryClient, options), wait(fallbackDelayMs)]))
  if (result) return result.content
  const { map, mapFallback = map } = definition
  const content = mapFallback(await definition.loadFallback())
  const newer = queryClient.getQueryData(options.queryKey)
  if (newer) return newer.content
  // Stored for the next call: the router loads a page before the navigation and again during it.
  queryClient.setQueryData(options.queryKey, { content, incompleteResponses: 0 }, { updatedAt: 0 })
  return content
}

/** Resolves with `undefined` if the first request fails. React Query continues with the retries. */
function fetchOnce<Response, Content>(
  queryClient: QueryClient,
  options: ReturnType<typeof contentQueryOptions<Response, Content>>,
): Promise<ContentResult<Content> | undefined> {
  return new Promise((resolve) => {
    const settle = (result?: ContentResult<Content>) => {
      unsubscribe()
      resolve(result)
    }
    const unsubscribe = queryClient.getQueryCache().subscribe((event) => {
      const hasFailed = event.type === 'updated' && event.action.type === 'failed'
      if (hasFailed && event.query.queryHash === hashKey(options.queryKey)) settle()
    })
    queryClient.fetchQuery(options).then(settle, () => settle())
  })
}

const wait = (ms: number | undefined) => new Promise<undefined>((resolve) => setTimeout(resolve, ms))

/** `useQuery` already subscribes to changes. */
const subscribeToNothing = () => () => {}

/**
 * Returns the content that the route has loaded, then the newer content of the CMS. During hydration it returns the loaded
 * content, even if a newer response has arrived.
 */
export function useContent<Response, Content>(
  definition: ContentDefinition<Response, Content>,
  loaded: NoInfer<Content>,
): Content {
  const client = use(ContentClientContext)
  const { data } = useQuery(contentQueryOptions(definition, client, loaded))
  return useSyncExternalStore(
    subscribeToNothing,
    () => data?.content ?? loaded,
    () => loaded,
  )
}

interface FetchOptions<Response, Content> {
  readonly definition: ContentDefinition<Response, Content>
  readonly client: ContentClient
  readonly signal: AbortSignal
  /** Incomplete responses until now. */
  readonly incompleteResponses: number
  /** Shows other content on the page. */
  readonly show: (content: Content) => void
}

/** Fetches and maps the content. Logs errors and throws them. */
async function fetchContent<Response, Content>(
  options: FetchOptions<Response, Content>,
): Promise<ContentResult<Content>> {
  const { definition, client, signal, incompleteResponses, show } = options
  const { page, document, fetchRemaining, map } = definition
  const requestSignal = AbortSignal.any([signal, AbortSignal.timeout(client.requestTimeoutMs)])
  const request: SendQuery = (query, variables) => requestGraphql(client, query, variables, requestSignal)
  try {
    const firstResponse = await request(document, {})
    const response = (await fetchRemaining?.(firstResponse, request)) ?? firstResponse
    const { content, isComplete } = await mapWithFallback(definition, response)
    client.preview?.onResponse({
      page,
      query: document.toString(),
      response,
      isComplete,
      show: (changed) => show(map(changed)),
    })
    return { content, incompleteResponses: isComplete ? 0 : incompleteResponses + 1 }
  } catch (error) {
    if (!signal.aborted) {
      client.preview?.onError(page, error)
      console.warn(`Failed to load the content of ${page} from the CMS`, error)
    }
    throw error
  }
}

/** Maps the response. If it is invalid, loads the fallback and maps the response with it. */
async function mapWithFallback<Response, Content>(
  { map, loadFallback }: ContentDefinition<Response, Content>,
  response: Response,
) {
  try {
    return { content: map(response), isComplete: true }
  } catch {
    return { content: map(response, await loadFallback()), isComplete: false }
  }
}

/** The CMS responded with an error status. */
class ContentRequestError extends Error {
  /** From the response headers; 0 if they contain no delay. */
  readonly retryAfterMs: number

  constructor(message: string, retryAfterMs: number) {
    super(message)
    this.retryAfterMs = retryAfterMs
  }
}

const getRetryAfterMs = (error: unknown) => (error instanceof ContentRequestError ? error.retryAfterMs : 0)

/**
 * Sends a query to Contentful's GraphQL API. Throws `ContentRequestError` for an error status, and an `Error` for a
 * response without data. A response with data and errors (unresolvable links) is returned: validation drops the nulls.
 */
async function requestGraphql<Result, Variables>(
  { endpoint }: ContentClient,
  query: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<Result> {
  if (!endpoint) throw new Error('No CMS is configured')
  const response = await fetch(endpoint.url, {
    method: 'POST',
    headers: { ...endpoint.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel() // an unread body would keep the connection open until the signal aborts
    throw new ContentRequestError(`Contentful responded with ${response.status}`, parseRetryDelay(response))
  }
  const { data, errors }: { data?: Result | null; errors?: readonly { message: string }[] } = await response.json()
  if (!data) throw new Error(errors?.[0]?.message ?? 'Contentful responded without data')
  return data
}

/** Delay in ms before a retry. Contentful sends seconds with a 429; a proxy may send the standard header instead. */
function parseRetryDelay({ headers }: Response): number {
  const seconds = Number(headers.get('x-contentful-ratelimit-reset') ?? headers.get('retry-after'))
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1_000, MAX_RETRY_DELAY_MS) : 0
}

const MAX_RETRY_DELAY_MS = 60_000
