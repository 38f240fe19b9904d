import { hashKey, QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import type { ContentClient } from './content-client.ts'
import { createDigest, getRetryAfterMs, requestContent } from './content-request.ts'
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

/** Long enough that the loader and the component share one request, also on a slow phone. A later visit fetches again. */
const STALE_TIME_MS = 5_000

/**
 * Query options for content. A failed request is retried three times; an incomplete response is fetched again after the
 * same delays. `loaded` is shown until the CMS responds: the content of the loader, which may be prerendered.
 * `firstResponse` is the response of a request that was sent before; the first fetch uses it.
 */
export function contentQueryOptions<Response, Content>(
  definition: ContentDefinition<Response, Content>,
  client: ContentClient,
  loaded?: Content,
  firstResponse?: Promise<string>,
) {
  let unusedResponse = firstResponse
  const takeFirstResponse = () => {
    const taken = unusedResponse
    unusedResponse = undefined
    return taken
  }
  return queryOptions({
    queryKey: ['content', definition.page],
    queryFn: ({ client: queryClient, queryKey, signal }): Promise<ContentResult<Content>> =>
      fetchContent({
        definition,
        client,
        firstResponse: takeFirstResponse(),
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

/** What a page shows. */
export interface ShownContent<Content> {
  readonly content: Content
  /** Whether the content was fetched, or could not be fetched, since the page was loaded. */
  readonly isFetched: boolean
}

interface QuerySubscription<Response, Content> {
  readonly definition: ContentDefinition<Response, Content>
  /** The content of the loader. */
  readonly loaded: Content
  readonly onChange: (shown: ShownContent<Content>) => void
  /** The response of a request that was sent before. */
  readonly firstResponse: Promise<string> | undefined
}

/** Creates the queries of a router (src/content/content-store.ts). */
export function createContentQueries(contentClient: ContentClient) {
  const queryClient = new QueryClient()
  queryClient.mount() // refetches when the visitor comes back to the tab or to the network
  return {
    load: <Response, Content>(definition: ContentDefinition<Response, Content>): Promise<Content> =>
      loadContent({ queryClient, contentClient }, definition),
    subscribe: <Response, Content>(subscription: QuerySubscription<Response, Content>): (() => void) => {
      const { definition, loaded, onChange, firstResponse } = subscription
      const options = contentQueryOptions(definition, contentClient, loaded, firstResponse)
      const observer = new QueryObserver(queryClient, options)
      const update = ({ data, dataUpdatedAt, failureCount }: ReturnType<typeof observer.getCurrentResult>) =>
        onChange({ content: data?.content ?? loaded, isFetched: dataUpdatedAt > 0 || failureCount > 0 })
      const unsubscribe = observer.subscribe(update)
      update(observer.getCurrentResult())
      return unsubscribe
    },
    invalidate: () => queryClient.invalidateQueries(),
  }
}

interface FetchOptions<Response, Content> {
  readonly definition: ContentDefinition<Response, Content>
  readonly client: ContentClient
  readonly firstResponse: Promise<string> | undefined
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
  const { definition, client, firstResponse, signal, incompleteResponses, show } = options
  const { page, document, fetchRemaining, map } = definition
  const requestSignal = AbortSignal.any([signal, AbortSignal.timeout(client.requestTimeoutMs)])
  const requestText = (query: unknown, variables: unknown) => {
    if (!client.endpoint) throw new Error('No CMS is configured')
    return requestContent(client.endpoint, { query: String(query), variables }, requestSignal)
  }
  let hasOneRequest = true
  const request: SendQuery = async (query, variables) => {
    hasOneRequest = false
    return parseResponse(await requestText(query, variables))
  }
  try {
    const text = await (firstResponse ?? requestText(document, {}))
    const first = parseResponse<Response>(text)
    const response = (await fetchRemaining?.(first, request)) ?? first
    const { content, isComplete } = await mapWithFallback(definition, response)
    const query = document.toString()
    client.preview?.onResponse({ page, query, response, isComplete, show: (changed) => show(map(changed)) })
    if (client.onRendered && isComplete && hasOneRequest) {
      const digest = await createDigest(text)
      if (digest) client.onRendered({ page, query, digest })
    }
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

/**
 * Parses a response of Contentful's GraphQL API. Throws if it has no data. A response with data and errors (unresolvable
 * links) is returned: validation drops the nulls.
 */
function parseResponse<Result>(text: string): Result {
  const { data, errors }: { data?: Result | null; errors?: readonly { message: string }[] } = JSON.parse(text)
  if (!data) throw new Error(errors?.[0]?.message ?? 'Contentful responded without data')
  return data
}
