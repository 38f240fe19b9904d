import { env } from '#src/env.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { getPreviewMode } from './preview-mode.ts'
import { ContentRequestError } from './refetch-policy.ts'

/**
 * Sends a query to Contentful's GraphQL API. Throws `ContentRequestError` for an error status, and an `Error` for a
 * response without data. A response with data and errors (unresolvable links) is returned: validation drops the nulls.
 */
export async function requestGraphql<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<Result> {
  const { graphqlUrl, headers } = getEndpoint()
  const response = await fetch(graphqlUrl, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables }),
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

/** In preview mode requests go to the site's server, which holds the token for drafts. */
function getEndpoint() {
  const previewMode = getPreviewMode()
  if (previewMode) return { graphqlUrl: previewMode.graphqlUrl, headers: {} }
  if (!env.contentful) throw new Error('No CMS is configured')
  return {
    graphqlUrl: env.contentful.graphqlUrl,
    headers: { authorization: `Bearer ${env.contentful.token}` },
  }
}

/** Delay in ms before a retry. Contentful sends seconds with a 429; a proxy may send the standard header instead. */
function parseRetryDelay({ headers }: Response): number {
  const seconds = Number(headers.get('x-contentful-ratelimit-reset') ?? headers.get('retry-after'))
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1_000, MAX_RETRY_DELAY_MS) : 0
}

const MAX_RETRY_DELAY_MS = 60_000
