import { env } from '#src/env.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { getPreviewMode } from './preview-mode.ts'
import { ContentRequestError } from './refetch-policy.ts'

/**
 * Asks Contentful's GraphQL API. Throws when the answer is not HTTP 200 with data;
 * a partial answer (an unresolvable link among good data) passes: the mapping drops what is null.
 */
export async function requestGraphql<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<Result> {
  const { graphql, headers } = source()
  const response = await fetch(graphql, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables }),
    signal,
  })
  if (!response.ok) {
    await response.body?.cancel() // unread, it would hold the connection until the signal aborts
    throw new ContentRequestError(`Contentful answered ${response.status}`, waitOf(response))
  }
  const { data, errors }: { data?: Result | null; errors?: readonly { message: string }[] } = await response.json()
  if (!data) throw new Error(errors?.[0]?.message ?? 'Contentful answered without data')
  return data
}

/** An editor's preview asks the site's own server, which alone may read drafts. */
function source() {
  const drafts = getPreviewMode()
  if (drafts) return { graphql: drafts.graphqlUrl, headers: {} }
  if (!env.contentful) throw new Error('No CMS is configured')
  return { graphql: env.contentful.graphqlUrl, headers: { authorization: `Bearer ${env.contentful.token}` } }
}

/** ms; Contentful says seconds with a 429, and whoever stands before it may in its own way. */
function waitOf({ headers }: Response): number {
  const seconds = Number(headers.get('x-contentful-ratelimit-reset') ?? headers.get('retry-after'))
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0) * 1_000, LONGEST_WAIT) : 0
}

/** ms */
const LONGEST_WAIT = 60_000
