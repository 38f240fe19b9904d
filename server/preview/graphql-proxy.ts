import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { previewApiPaths } from '#shared/preview-contract.ts'
import { tryParseJson } from '#shared/try-parse-json.ts'
import type { DraftPagesOptions } from './draft-pages.ts'
import { createGraphqlError, isSameOriginRequest } from './preview-session.ts'

/** bytes; the name of a query with its variables. */
const MAX_BODY_BYTES = 1_024

/** ms; shorter than the page's own timeout. */
const DEFAULT_TIMEOUT_MS = 8_000

const draftRequestSchema = z.strictObject({
  name: z.string(),
  /** Those of all queries of the site. */
  variables: z.strictObject({ skip: z.optional(z.int32()) }),
})

export interface GraphqlProxyOptions {
  /** The address of the site, whose pages may ask for drafts; `''` where it is not known. */
  readonly siteUrl: string
  /** Contentful's GraphQL API with the preview token, which never leaves the server. */
  readonly graphql: { readonly url: string; readonly token: string }
  /** Time limit for a response of Contentful; 8 s by default. */
  readonly timeoutMs?: number
}

/** Adds the route that sends a query of the site, which the page names, to Contentful as a query for drafts, with the preview token. */
export function addGraphqlProxy(
  session: FastifyInstance,
  options: GraphqlProxyOptions & Pick<DraftPagesOptions, 'pages'>,
): void {
  const { graphql, siteUrl, pages, timeoutMs = DEFAULT_TIMEOUT_MS } = options

  session.post(previewApiPaths.graphql, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    if (!isSameOriginRequest(request, siteUrl))
      return reply.code(403).send(createGraphqlError('Only pages of this site may send queries.'))
    const { success, data } = draftRequestSchema.safeParse(request.body)
    if (!success)
      return reply.code(400).send(createGraphqlError('The body is not the name of a query and its variables.'))
    const { name, variables } = data
    const query = new Map(Object.entries((await pages.readQueries()) ?? {})).get(name)
    if (!query) return reply.code(409).send(createGraphqlError('The site has been updated: reload the page.'))

    const response = await sendQuery(JSON.stringify({ query, variables })).catch(getErrorReason)
    if (typeof response !== 'string') return reply.code(response.status).type(JSON_TYPE).send(response.text)
    request.log.error({ reason: response.replaceAll(graphql.token, '…') }, 'drafts cannot be read')
    return reply.code(502).send(createGraphqlError('The drafts cannot be read from Contentful.'))
  })

  /** Resolves with Contentful's response, or with the reason (a string) why it cannot be sent on. */
  async function sendQuery(body: string) {
    const headers = { authorization: `Bearer ${graphql.token}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(graphql.url, { method: 'POST', headers, body, signal, redirect: 'error' })
    const text = await response.text()
    const { status } = response
    // Not forwarded: the page treats a 401 as the end of its session.
    if (status === 401 || status === 403) return `Contentful does not accept the preview token (${status})`
    return isJson(text) ? { status, text } : `Contentful's response is not JSON (${status})`
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

const isJson = (text: string) => tryParseJson(text) !== undefined

function getErrorReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
