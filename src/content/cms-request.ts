import type { ContentDefinition, SendQuery } from './content-definition.ts'

/** Contentful's GraphQL API, or the site's server in preview mode. */
export interface GraphqlEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** ms without a response after which a request fails. */
  readonly timeoutMs: number
}

/** A response of the CMS and its mapping. */
export interface CmsResponse<Response, Content> {
  /** The GraphQL query. Live preview needs it, because a response does not tell the type of an empty field. */
  readonly query: string
  readonly response: Response
  readonly content: Content
  /** Whether the response is valid; otherwise invalid fields are those of the fallback. */
  readonly isComplete: boolean
  /** Maps a changed response. Throws if it is invalid. */
  readonly map: (changed: Response) => Content
}

/** Fetches, validates and maps content. Throws if the CMS does not respond with data. */
export async function fetchFromCms<Response, Content>(
  definition: ContentDefinition<Response, Content>,
  endpoint: GraphqlEndpoint,
  pageSignal?: AbortSignal,
): Promise<CmsResponse<Response, Content>> {
  const { document, fetchRemaining, map, fallback } = definition
  const timeout = AbortSignal.timeout(endpoint.timeoutMs)
  const signal = pageSignal ? AbortSignal.any([pageSignal, timeout]) : timeout
  const request: SendQuery = (query, variables) => sendQuery(endpoint, { query: query.toString(), variables }, signal)
  const first = await request(document, {})
  const response = (await fetchRemaining?.(first, request)) ?? first
  const result = { query: document.toString(), response, map: (changed: Response) => map(changed) }
  try {
    return { ...result, content: map(response), isComplete: true }
  } catch {
    return { ...result, content: map(response, fallback), isComplete: false }
  }
}

/**
 * Sends a query to Contentful's GraphQL API. Throws if the response has no data. A response with data and errors
 * (unresolvable links) is returned: validation drops the nulls.
 */
async function sendQuery<Result>(
  { url, headers }: GraphqlEndpoint,
  body: { readonly query: string; readonly variables: unknown },
  signal: AbortSignal,
): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel() // an unread body would keep the connection open until the signal aborts
    throw new Error(`Contentful responded with ${response.status}`)
  }
  const { data, errors }: { data?: Result | null; errors?: readonly { message: string }[] } = await response.json()
  if (!data) throw new Error(errors?.[0]?.message ?? 'Contentful responded without data')
  return data
}
