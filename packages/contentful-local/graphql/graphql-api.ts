import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { LOCAL_TOKENS } from '#local/constants.ts'
import type { ApiOptions } from '#local/http/access.ts'
import { getAccessToken, MAX_RESPONSE_BYTES } from '#local/http/contentful-apis.ts'
import { executeQuery } from './execute-query.ts'
import { ContentfulGraphqlError, getErrorStatus, toResponseError } from './graphql-errors.ts'
import { createStoreContentSource } from './store-content-source.ts'

/** Size limit of a request in bytes: the query has 8 KB at most, and the rest are variables. */
const MAX_BODY_BYTES = 256_000

/** Unknown keys are ignored. */
const requestSchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/**
 * A query by its hash. None is kept, so that the client then sends it as text (Contentful's documentation, Automatic
 * Persisted Queries and GraphQL Errors).
 */
const hashOnlySchema = z.object({
  query: z.undefined().optional(),
  extensions: z.union([z.string(), z.looseObject({})]),
})

interface GraphqlRoute {
  readonly Params: { readonly space: string; readonly environment?: string }
  readonly Querystring: { readonly variables?: unknown }
}

/** Contentful's GraphQL Content API over the store. */
export async function graphqlApi(scope: FastifyInstance, options: ApiOptions) {
  const { store } = options

  for (const url of ['/content/v1/spaces/:space', '/content/v1/spaces/:space/environments/:environment']) {
    scope.route<GraphqlRoute>({
      method: ['GET', 'POST'],
      url,
      bodyLimit: MAX_BODY_BYTES,
      onRequest: async (request) => authorize(request, options),
      handler: async (request, reply) => {
        const sent = request.method === 'GET' ? parseVariables(request.query) : request.body
        const { error, data } = requestSchema.safeParse(sent)
        if (hashOnlySchema.safeParse(sent).success)
          throw new ContentfulGraphqlError('PersistedQueryNotFound', 'PersistedQueryNotFound')
        if (error) throw new ContentfulGraphqlError('BAD_REQUEST', `Invalid GraphQL request: ${z.prettifyError(error)}`)
        const { status, cost, ...body } = executeQuery({
          contentTypes: store.getPublishedContentTypes(),
          source: createStoreContentSource(store, `${request.protocol}://${request.host}`),
          ...data,
          preview: getAccessToken(request) === LOCAL_TOKENS.preview,
          requestId: request.id,
        })
        const responseBody = JSON.stringify(body)
        if (Buffer.byteLength(responseBody) > MAX_RESPONSE_BYTES) {
          const message = `The response is larger than ${MAX_RESPONSE_BYTES} bytes`
          throw new ContentfulGraphqlError('RESPONSE_TOO_BIG', message)
        }
        reply.code(status).header('x-contentful-graphql-query-cost', cost)
        return reply.type('application/json; charset=utf-8').send(responseBody)
      },
    })
  }

  scope.setErrorHandler((error, request, reply) => {
    if (!(error instanceof ContentfulGraphqlError)) throw error
    return reply.code(getErrorStatus(error)).send({ errors: [toResponseError(error, request.id, error.code)] })
  })
}

/** In the parameters of a GET request, `variables` is JSON. */
function parseVariables({ variables, ...parameters }: GraphqlRoute['Querystring']): object {
  if (variables === undefined) return parameters
  try {
    return { ...parameters, variables: JSON.parse(String(variables)) }
  } catch {
    throw new ContentfulGraphqlError('BAD_REQUEST', 'The parameter variables must be JSON')
  }
}

/** Throws unless the token is the delivery or preview token and the path names the space and environment of the store. */
function authorize(request: FastifyRequest<GraphqlRoute>, { store, isEnvironment }: ApiOptions): void {
  const { space, environment } = request.params
  const token = getAccessToken(request)
  if (token === undefined) {
    const message = 'The header Authorization or the parameter access_token must contain a token'
    throw new ContentfulGraphqlError('ACCESS_TOKEN_MISSING', message)
  }
  if (token !== LOCAL_TOKENS.delivery && token !== LOCAL_TOKENS.preview) {
    const message = 'The access token you sent could not be found or is invalid.'
    throw new ContentfulGraphqlError('ACCESS_TOKEN_INVALID', message)
  }
  if (space !== store.locationSys.space.sys.id)
    throw new ContentfulGraphqlError('UNKNOWN_SPACE', `There is no space "${space}"`)
  if (environment !== undefined && !isEnvironment(environment))
    throw new ContentfulGraphqlError('UNKNOWN_ENVIRONMENT', `There is no environment "${environment}"`)
}
