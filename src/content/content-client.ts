import { createContext, use } from 'react'
import type { InspectorProps } from '#src/components/inspector-props.ts'
import { env } from '#src/env.ts'

/** Where the content of the site comes from. Each router has one: of a visitor, of an editor's preview, or of a build. */
export interface ContentClient {
  /** Contentful's GraphQL API, or the site's server in preview mode. Without it the bundled content is used. */
  readonly endpoint?: GraphqlEndpoint | undefined
  /** ms */
  readonly requestTimeoutMs: number
  /**
   * Time in ms without a response after which the bundled content is shown. Without it there is no fallback, and loading
   * fails with the first request: a build must not replace existing pages.
   */
  readonly fallbackDelayMs?: number
  /** Set in preview mode. */
  readonly preview?: PreviewMode
  /** Called by builds with each valid response that needed one request. */
  readonly onRendered?: (request: RenderedRequest) => void
}

/** A request that a prerendered page was made from. */
export interface RenderedRequest {
  readonly page: string
  /** The GraphQL query. */
  readonly query: string
  /** Digest of the response. */
  readonly digest: string
}

/** The URL of a GraphQL API, and the headers of its requests. */
export interface GraphqlEndpoint {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Responses of a build, which requests the content of several pages once. */
  readonly responses?: ResponseCache | undefined
}

/** Responses by the body of their request. */
export type ResponseCache = Map<string, Promise<string>>

/** What the preview of editors adds to content queries. */
export interface PreviewMode {
  /** Called with each response, so that live preview can update it. */
  readonly onResponse: <Data>(draft: DraftResponse<Data>) => void
  /** Called if drafts cannot be read. The page keeps its content. */
  readonly onError: (page: string, error: unknown) => void
  /** Attributes by which Contentful's inspector mode finds the field on the page. */
  readonly getInspectorProps: GetInspectorProps
}

type GetInspectorProps = (entryId: string, fieldId: string) => InspectorProps

/** A response of the CMS and a function that updates the page with a changed response. */
export interface DraftResponse<Data> {
  readonly page: string
  /** The GraphQL query. Live preview needs it, because a response does not tell the type of an empty field. */
  readonly query: string
  readonly response: Data
  /** Whether the response is valid; otherwise invalid fields are shown from the fallback. */
  readonly isComplete: boolean
  /** Shows the page with a changed response. */
  readonly show: (changed: Data) => void
}

/** The client of a visitor: the CMS first. */
export const createVisitorClient = (): ContentClient => ({
  endpoint: getContentfulEndpoint(),
  requestTimeoutMs: 10_000,
  fallbackDelayMs: 1_500, // content or fallback within 2 s
})

/** Where a build takes content from: the CMS alone, or the bundled content alone. */
export type PrerenderSource = 'cms' | 'fallback'

/** The client of a build. It waits longer than a visitor, because it must not replace pages by the fallback. */
export const createBuildClient = (
  source: PrerenderSource,
  {
    responses,
    onRendered,
  }: { readonly responses?: ResponseCache | undefined } & Pick<ContentClient, 'onRendered'> = {},
): ContentClient => ({
  endpoint: source === 'cms' ? getContentfulEndpoint(responses) : undefined,
  requestTimeoutMs: 20_000,
  ...(onRendered && { onRendered }),
})

const getContentfulEndpoint = (responses?: ResponseCache): GraphqlEndpoint | undefined =>
  env.contentful && {
    url: env.contentful.graphqlUrl,
    headers: { authorization: `Bearer ${env.contentful.token}` },
    responses,
  }

/** The content client of the rendered page. The default uses the bundled content. */
export const ContentClientContext = createContext<ContentClient>({ requestTimeoutMs: 0 })

/** Returns a function that creates the inspector attributes of a field; empty for visitors. */
export const useInspectorProps = (): GetInspectorProps =>
  use(ContentClientContext).preview?.getInspectorProps ?? getNoInspectorProps

const NO_PROPS: InspectorProps = {}
const getNoInspectorProps: GetInspectorProps = () => NO_PROPS
