import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { previewApiPaths } from './contract.ts'
import { createDraftQuery } from './draft-query.ts'
import type { PreviewOptions } from './preview-options.ts'
import { createGraphqlError, isSameOriginRequest } from './preview-session.ts'

/** bytes: Contentful's own limit of a query (docs/contentful.md, Limits). */
const LONGEST_QUERY = 8_192
/** bytes: with its variables. */
const LARGEST_BODY = 2 * LONGEST_QUERY

/** ms; less than the page waits for. */
const PATIENCE = 8_000

const question = z.object({
  query: z.string(),
  variables: z.nullish(z.record(z.string(), z.unknown())),
  operationName: z.nullish(z.string()),
})

type Options = Pick<PreviewOptions, 'graphql' | 'timeoutMs'>

/** The site's content queries, asked of drafts: the page does not know the token. */
export function addGraphqlProxy(session: FastifyInstance, { graphql, timeoutMs = PATIENCE }: Options): void {
  const { url, token } = graphql

  session.post(previewApiPaths.graphql, { bodyLimit: LARGEST_BODY }, async (request, reply) => {
    if (!isSameOriginRequest(request))
      return reply.code(403).send(createGraphqlError('Only pages of this site may ask.'))
    const given = question.safeParse(request.body)
    if (!given.success) return reply.code(400).send(createGraphqlError('This is no GraphQL request.'))
    if (Buffer.byteLength(given.data.query) > LONGEST_QUERY)
      return reply.code(413).send(createGraphqlError('The query is too long.'))
    const query = createDraftQuery(given.data.query)
    if (query === null) return reply.code(400).send(createGraphqlError('This is no query for content.'))

    const answer = await ask(JSON.stringify({ ...given.data, query })).catch(reasonOf)
    if (typeof answer !== 'string') return reply.code(answer.status).type(JSON_TYPE).send(answer.text)
    request.log.error({ reason: answer.replaceAll(token, '…') }, 'drafts cannot be read')
    return reply.code(502).send(createGraphqlError('Contentful does not give the drafts.'))
  })

  /** What Contentful answers, or in a string why that is of no use. */
  async function ask(body: string) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
    const text = await response.text()
    const { status } = response
    // To the page 401 would mean that its own session has ended.
    if (status === 401 || status === 403) return `Contentful does not accept the preview token (${status})`
    return isJson(text) ? { status, text } : `Contentful answers with what is no JSON (${status})`
  }
}

const JSON_TYPE = 'application/json; charset=utf-8'

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
