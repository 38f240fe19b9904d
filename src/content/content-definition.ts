import type { TypedDocumentString } from './generated/graphql.ts'

/** How content is read from the CMS: its query, its fallback and the mapping of both. */
export interface ContentDefinition<Response, Content> {
  readonly document: TypedDocumentString<Response, Record<string, never>>
  /** Fetches the list items that exceed the limit of one response. */
  readonly fetchRemaining?: (response: Response, fetchFrom: FetchFrom<Response>) => Promise<Response>
  /** The response that the build made from the seed. */
  readonly fallback: Response
  /**
   * Validates a response and maps it to the content. Throws if required content is missing or invalid; it is then called
   * again with the fallback response, which supplies the invalid fields.
   */
  readonly map: (response: Response, fallback?: Response) => Content
  /** Maps the fallback response, if it differs from `map`. */
  readonly mapFallback?: (fallback: Response) => Content
}

/** Fetches a response without the first `skip` items of its list. Throws if there is no response with data. */
export type FetchFrom<Response> = (skip?: number) => Promise<Response>

/** Maps the seed, without the CMS. */
export function mapSeed<Response, Content>(definition: ContentDefinition<Response, Content>): Content {
  const { map, mapFallback = map, fallback } = definition
  return mapFallback(fallback)
}
