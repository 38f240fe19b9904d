import type { ContentDefinition, FetchFrom } from './content-definition.ts'

/** Contentful's GraphQL API, or the site's server in preview mode. */
export interface GraphqlEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** ms without a response after which a request fails. */
  readonly timeoutMs: number
  /** The name by which the endpoint knows the query, in preview mode; the query itself is sent without it. */
  readonly queryName?: string
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

/** The server serves another build of the site, whose pages do not have the query of this name. */
export class UnknownQueryError extends Error {}

/** Fetches, validates and maps content. Throws if the CMS does not respond with data. */
export async function fetchFromCms<Response, Content>(
  definition: ContentDefinition<Response, Content>,
  endpoint: GraphqlEndpoint,
  pageSignal?: AbortSignal,
): Promise<CmsResponse<Response, Content>> {
  const { document, fetchRemaining, map, fallback } = definition
  const timeout = AbortSignal.timeout(endpoint.timeoutMs)
  const signal = pageSignal ? AbortSignal.any([pageSignal, timeout]) : timeout
  const query = document.toString()
  const operation = endpoint.queryName === undefined ? { query } : { name: endpoint.queryName }
  const fetchFrom: FetchFrom<Response> = (skip) => sendQuery(endpoint, { ...operation, variables: { skip } }, signal)
  const first = await fetchFrom()
  const response = (await fetchRemaining?.(first, fetchFrom)) ?? first
  const result = { query, response, map: (changed: Response) => map(changed) }
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
  body: object,
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
    if (response.status === 409) throw new UnknownQueryError('The site has been updated')
    throw new Error(`Contentful responded with ${response.status}`)
  }
  const { data, errors }: { data?: Result | null; errors?: readonly { message: string }[] } = await response.json()
  if (!data) throw new Error(errors?.[0]?.message ?? 'Contentful responded without data')
  return data
}
