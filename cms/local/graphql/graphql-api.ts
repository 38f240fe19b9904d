import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import type { ContentSource } from '#cms/graphql/content-source.ts'
import { executeQuery } from '#cms/graphql/execute-query.ts'
import {
  CollidingNamesError,
  createErrorBody,
  type GraphqlErrorCode,
  UnsupportedFieldError,
} from '#cms/graphql/graphql-errors.ts'
import { getBearerToken, MAX_RESPONSE_BYTES } from '#cms/local/http/contentful-apis.ts'
import type { Store } from '#cms/local/store/store.ts'
import { type AccessTokens, LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#shared/local-contentful.ts'
import { createStoreContentSource } from './store-content-source.ts'

const question = z.strictObject({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  // For caches and statistics: they change no answer.
  extensions: z.looseObject({}).nullish(),
})

interface Place {
  readonly Params: { readonly space: string; readonly environment?: string }
}

interface GraphqlOptions {
  readonly store: Store
  readonly tokens: AccessTokens
  /** Asked once for each query: whether links of it lead nowhere. */
  readonly createLinkBreaker: () => ContentSource['shouldBreakLink']
}

/** Contentful's GraphQL Content API over the store. */
export async function graphqlApi(scope: FastifyInstance, { store, tokens, createLinkBreaker }: GraphqlOptions) {
  const sourceFor = createStoreContentSource(store)

  for (const url of ['/content/v1/spaces/:space', '/content/v1/spaces/:space/environments/:environment']) {
    scope.route<Place>({
      method: ['GET', 'POST'],
      url,
      onRequest: async (request) => admit(request, tokens),
      handler: async (request, reply) => {
        const asked = question.safeParse(request.method === 'GET' ? fromAddress(request.query) : request.body)
        if (!asked.success) throw new Refusal(400, 'BAD_REQUEST', `This is no query: ${z.prettifyError(asked.error)}`)
        const { query, variables, operationName } = asked.data
        const { status, cost, ...body } = executeQuery({
          contentTypes: store.getPublishedContentTypes(),
          source: { ...sourceFor(`${request.protocol}://${request.host}`), shouldBreakLink: createLinkBreaker() },
          query,
          ...(variables ? { variables } : {}),
          ...(operationName ? { operationName } : {}),
          preview: getBearerToken(request) === tokens.preview,
        })
        const answer = JSON.stringify(body)
        if (Buffer.byteLength(answer) > MAX_RESPONSE_BYTES) {
          throw new Refusal(400, 'RESPONSE_TOO_BIG', `The answer is larger than ${MAX_RESPONSE_BYTES} bytes`)
        }
        reply.code(status).header('x-contentful-graphql-query-cost', cost)
        return reply.type('application/json; charset=utf-8').send(answer)
      },
    })
  }

  scope.setErrorHandler((error, _, reply) => {
    const { status, code, message } = asRefusal(error)
    return reply.code(status).send(createErrorBody(code, message))
  })
}

/** A request that is not executed at all. */
class Refusal extends Error {
  readonly status: number
  readonly code: GraphqlErrorCode

  constructor(status: number, code: GraphqlErrorCode, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The delivery and the preview token open the one environment, the management token does not. */
function admit(request: FastifyRequest<Place>, { delivery, preview }: AccessTokens): void {
  const { space, environment = LOCAL_ENVIRONMENT_ID } = request.params
  const token = getBearerToken(request)
  if (token === undefined) throw new Refusal(401, 'ACCESS_TOKEN_MISSING', 'The header Authorization must hold a token')
  if (token !== delivery && token !== preview) {
    throw new Refusal(401, 'ACCESS_TOKEN_INVALID', 'The access token you sent could not be found or is invalid.')
  }
  if (space !== LOCAL_SPACE_ID) throw new Refusal(404, 'UNKNOWN_SPACE', `There is no space "${space}"`)
  if (environment !== LOCAL_ENVIRONMENT_ID) {
    throw new Refusal(404, 'UNKNOWN_ENVIRONMENT', `There is no environment "${environment}"`)
  }
}

/** A model that cannot be shown is refused here; what is not GraphQL's own goes on to the server's answer. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof CollidingNamesError) return new Refusal(422, error.code, error.message)
  if (error instanceof UnsupportedFieldError) return new Refusal(422, 'UNSUPPORTED_LOCALLY', error.message)
  throw error
}

/** GET: everything in the address, the variables as JSON. */
function fromAddress(query: unknown): unknown {
  const given = z.looseObject({}).parse(query)
  return typeof given.variables === 'string' ? { ...given, variables: json(given.variables) } : given
}

function json(variables: string): unknown {
  try {
    return JSON.parse(variables)
  } catch {
    throw new Refusal(400, 'BAD_REQUEST', 'The variables in the address cannot be read as JSON')
  }
}
