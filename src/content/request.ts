import { env } from '#src/env.ts'
import type { TypedDocumentString } from './generated/graphql.ts'

/**
 * Asks Contentful's GraphQL API. Throws when the answer is not HTTP 200 with data;
 * a partial answer (an unresolvable link among good data) passes: the mapping drops what is null.
 */
export async function request<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<Result> {
  if (!env.contentful) throw new Error('No CMS is configured')
  const response = await fetch(env.contentful.graphql, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.contentful.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables }),
    signal,
  })
  if (!response.ok) throw new Error(`Contentful answered ${response.status}`)
  const { data, errors }: { data?: Result | null; errors?: readonly { message: string }[] } = await response.json()
  if (!data) throw new Error(errors?.[0]?.message ?? 'Contentful answered without data')
  return data
}
