import type { FastifyInstance } from 'fastify'
import {
  type ArgumentNode,
  type ASTVisitor,
  type DocumentNode,
  type FieldNode,
  isExecutableDefinitionNode,
  Kind,
  OperationTypeNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  stripIgnoredCharacters,
  visit,
} from 'graphql'
import * as z from 'zod/mini'
import { tryParseJson } from '#shared/try-parse-json.ts'
import { previewApiPaths } from './contract.ts'
import { createGraphqlError, isSameOriginRequest } from './preview-session.ts'

/** bytes; Contentful's limit for a query (docs/contentful.md, Limits). */
const MAX_QUERY_BYTES = 8_192
/** bytes; a query with its variables. */
const MAX_BODY_BYTES = 2 * MAX_QUERY_BYTES

/** ms; shorter than the page's own timeout. */
const DEFAULT_TIMEOUT_MS = 8_000

const graphqlRequestSchema = z.object({
  query: z.string(),
  variables: z.nullish(z.record(z.string(), z.unknown())),
  operationName: z.nullish(z.string()),
})

export interface GraphqlProxyOptions {
  /** Contentful's GraphQL API with the preview token, which never leaves the server. */
  readonly graphql: { readonly url: string; readonly token: string }
  /** Time limit for a response of Contentful; 8 s by default. */
  readonly timeoutMs?: number
}

/** Adds the route that forwards the page's content queries to Contentful as queries for drafts, with the preview token. */
export function addGraphqlProxy(session: FastifyInstance, options: GraphqlProxyOptions): void {
  const { graphql, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  const { url, token } = graphql

  session.post(previewApiPaths.graphql, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) => {
    if (!isSameOriginRequest(request))
      return reply.code(403).send(createGraphqlError('Only pages of this site may send queries.'))
    const { success, data } = graphqlRequestSchema.safeParse(request.body)
    if (!success) return reply.code(400).send(createGraphqlError('The body is not a GraphQL request.'))
    if (Buffer.byteLength(data.query) > MAX_QUERY_BYTES)
      return reply.code(413).send(createGraphqlError('The query is too long.'))
    const query = createDraftQuery(data.query)
    if (query === null) return reply.code(400).send(createGraphqlError('The query is not a content query.'))

    const response = await sendQuery(JSON.stringify({ ...data, query })).catch(getErrorReason)
    if (typeof response !== 'string') return reply.code(response.status).type(JSON_TYPE).send(response.text)
    request.log.error({ reason: response.replaceAll(token, '…') }, 'drafts cannot be read')
    return reply.code(502).send(createGraphqlError('The drafts cannot be read from Contentful.'))
  })

  /** Resolves with Contentful's response, or with the reason (a string) why it cannot be sent on. */
  async function sendQuery(body: string) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' })
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

/** Seven times the tokens of the site's longest query. */
const MAX_TOKENS = 1_000

/**
 * Rewrites a content query for drafts: adds `preview: true` to every root field, and `__typename` to every selection, by
 * which live preview identifies entries. Returns `null` for everything else: invalid syntax, mutations, introspection.
 */
export function createDraftQuery(query: string): string | null {
  const document = parseDocument(query)
  return document && isSingleQuery(document) && !hasIntrospection(document)
    ? stripIgnoredCharacters(print(visit(document, DRAFT_VISITOR)))
    : null
}

function parseDocument(query: string): DocumentNode | null {
  try {
    return parse(query, { maxTokens: MAX_TOKENS, noLocation: true })
  } catch {
    return null
  }
}

/** Whether the document has one query, its fragments, and nothing else. */
function isSingleQuery({ definitions }: DocumentNode): boolean {
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION)
  return (
    operations.length === 1 &&
    operations.every(({ operation }) => operation === OperationTypeNode.QUERY) &&
    definitions.every(isExecutableDefinitionNode)
  )
}

function hasIntrospection(document: DocumentNode): boolean {
  let isFound = false
  visit(document, {
    Field: ({ name }) => {
      isFound ||= /^__(schema|type)$/.test(name.value)
    },
  })
  return isFound
}

const TYPENAME_FIELD = {
  kind: Kind.FIELD,
  name: { kind: Kind.NAME, value: '__typename' },
} as const satisfies FieldNode
const PREVIEW_ARGUMENT = {
  kind: Kind.ARGUMENT,
  name: { kind: Kind.NAME, value: 'preview' },
  value: { kind: Kind.BOOLEAN, value: true },
} as const satisfies ArgumentNode

const DRAFT_VISITOR: ASTVisitor = {
  OperationDefinition: { leave: (node) => ({ ...node, selectionSet: addPreviewArguments(node.selectionSet) }) },
  FragmentDefinition: {
    leave: (node) =>
      node.typeCondition.name.value === 'Query'
        ? { ...node, selectionSet: addPreviewArguments(node.selectionSet) }
        : undefined,
  },
  Field: {
    leave: ({ selectionSet, ...field }) =>
      selectionSet && !selectionSet.selections.some(isTypename)
        ? { ...field, selectionSet: { ...selectionSet, selections: [...selectionSet.selections, TYPENAME_FIELD] } }
        : undefined,
  },
}

const isTypename = (node: SelectionNode) =>
  node.kind === Kind.FIELD && node.name.value === TYPENAME_FIELD.name.value && node.alias === undefined

/** Sets `preview: true` on the fields of a root selection, those of its inline fragments included. */
const addPreviewArguments = (root: SelectionSetNode): SelectionSetNode => ({
  ...root,
  selections: root.selections.map((node): SelectionNode => {
    if (node.kind === Kind.INLINE_FRAGMENT) return { ...node, selectionSet: addPreviewArguments(node.selectionSet) }
    if (node.kind !== Kind.FIELD || node.name.value === TYPENAME_FIELD.name.value) return node
    const otherArguments = node.arguments?.filter(({ name }) => name.value !== PREVIEW_ARGUMENT.name.value) ?? []
    return { ...node, arguments: [...otherArguments, PREVIEW_ARGUMENT] }
  }),
})
