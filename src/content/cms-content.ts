import { contactContent } from './contact.ts'
import { galleryContent } from './gallery.ts'
import type { TypedDocumentString } from './generated/graphql.ts'
import { homeContent } from './home.ts'
import { mainlineContent } from './mainline.ts'
import { servicesContent } from './services.ts'
import { siteContent } from './site.ts'

/** The content of each page, and `site`, which every page shows. */
const contents = {
  site: siteContent,
  home: homeContent,
  gallery: galleryContent,
  services: servicesContent,
  mainline: mainlineContent,
  contact: contactContent,
}

export type ContentName = keyof typeof contents

type ResponseByName = { readonly [Name in ContentName]: Parameters<(typeof contents)[Name]['map']>[0] }

/** Validated and mapped content. */
export type ContentByName = { readonly [Name in ContentName]: ReturnType<(typeof contents)[Name]['map']> }

interface LongList {
  readonly items: unknown[]
  readonly total: number
}

/** How content is read from the CMS: its query, its fallback and the mapping of both. */
interface ContentDefinition<Response, Content> {
  readonly document: TypedDocumentString<Response, Record<string, never>>
  /** Returns the list that can exceed the limit of one response. Its other items are fetched. */
  readonly getLongList?: (response: Response) => LongList | null | undefined
  /** The response that the build made from the seed. */
  readonly fallback: NoInfer<Response>
  /**
   * Validates a response and maps it to the content. Throws if required content is missing or invalid; it is then called
   * again with the fallback response, which supplies the invalid fields.
   */
  readonly map: (response: Response, fallback?: Response) => Content
}

const definitions: {
  readonly [Name in ContentName]: ContentDefinition<ResponseByName[Name], ContentByName[Name]>
} = contents

export const isContentName = (name: string): name is ContentName => Object.hasOwn(contents, name)

export const contentNames = Object.keys(contents).filter(isContentName)

/** Maps the content of the seed. */
export function mapSeedContent<Name extends ContentName>(name: Name): ContentByName[Name] {
  const { map, fallback } = definitions[name]
  return map(fallback)
}

/** Contentful's GraphQL API, or the site's server in preview mode. */
export interface GraphqlEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** ms without a response after which a request fails. */
  readonly timeoutMs: number
  /** The name by which the endpoint knows the query, in preview mode; the query itself is sent without it. */
  readonly queryName?: string
}

/** The server serves another build of the site, whose pages do not have the query of this name. */
export class UnknownQueryError extends Error {}

/** Reads content from the CMS. Throws if the CMS does not respond with data. */
export const fetchCmsContent = <Name extends ContentName>(
  name: Name,
  endpoint: GraphqlEndpoint,
  signal?: AbortSignal,
) => fetchFromCms<ResponseByName[Name], ContentByName[Name]>(definitions[name], endpoint, signal)

/**
 * Fetches, validates and maps content. `isComplete`: whether the response is valid; otherwise its invalid fields are those
 * of the fallback. Throws if the CMS does not respond with data.
 */
export async function fetchFromCms<Response, Content>(
  { document, getLongList, map, fallback }: ContentDefinition<Response, Content>,
  endpoint: GraphqlEndpoint,
  pageSignal?: AbortSignal,
) {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs)
  const signal = pageSignal ? AbortSignal.any([pageSignal, timeout]) : timeout
  const query = document.toString()
  const operation = endpoint.queryName === undefined ? { query } : { name: endpoint.queryName }
  const fetchFrom = (skip?: number) => sendQuery<Response>(endpoint, { ...operation, variables: { skip } }, signal)
  const response = await fetchFrom()
  const list = getLongList?.(response)
  while (list && list.items.length < list.total) {
    const items = getLongList?.(await fetchFrom(list.items.length))?.items ?? []
    if (items.length === 0) break
    list.items.push(...items)
  }
  const result = {
    /** The GraphQL query. Live preview needs it, because a response does not tell the type of an empty field. */
    query,
    response,
    /** Maps a changed response. Throws if it is invalid. */
    map: (changed: Response) => map(changed),
  }
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
