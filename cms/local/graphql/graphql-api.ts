import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { type AccessTokens, LOCAL_ENVIRONMENT_ID, LOCAL_SPACE_ID } from '#local/constants.ts'
import { getBearerToken, MAX_RESPONSE_BYTES } from '#local/http/contentful-apis.ts'
import type { Store } from '#local/store/store.ts'
import type { ContentSource } from './content-source.ts'
import { executeQuery } from './execute-query.ts'
import { CollidingNamesError, createErrorBody, type GraphqlErrorCode } from './graphql-errors.ts'
import { createStoreContentSource } from './store-content-source.ts'

/** Unknown keys are ignored. */
const requestSchema = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

interface GraphqlRoute {
  readonly Params: { readonly space: string; readonly environment?: string }
}

interface GraphqlOptions {
  readonly store: Store
  readonly tokens: AccessTokens
  /** Whether an id or alias of a path means the environment of the store. */
  readonly isEnvironment: (id: string) => boolean
  /** Called once per query. Returns a function that decides for each link whether it is broken. */
  readonly createLinkBreaker: () => ContentSource['shouldBreakLink']
}

/** Contentful's GraphQL Content API over the store. */
export async function graphqlApi(
  scope: FastifyInstance,
  { store, tokens, isEnvironment, createLinkBreaker }: GraphqlOptions,
) {
  const createContentSource = createStoreContentSource(store)

  for (const url of ['/content/v1/spaces/:space', '/content/v1/spaces/:space/environments/:environment']) {
    scope.route<GraphqlRoute>({
      method: ['GET', 'POST'],
      url,
      onRequest: async (request) => authorize(request, tokens, isEnvironment),
      handler: async (request, reply) => {
        const parsed = requestSchema.safeParse(request.method === 'GET' ? parseGetRequest(request.query) : request.body)
        if (!parsed.success)
          throw new GraphqlRequestError(400, 'BAD_REQUEST', `Invalid GraphQL request: ${z.prettifyError(parsed.error)}`)
        const { query, variables, operationName } = parsed.data
        const { status, cost, ...body } = executeQuery({
          contentTypes: store.getPublishedContentTypes(),
          source: {
            ...createContentSource(`${request.protocol}://${request.host}`),
            shouldBreakLink: createLinkBreaker(),
          },
          query,
          ...(variables ? { variables } : {}),
          ...(operationName ? { operationName } : {}),
          preview: getAccessToken(request) === tokens.preview,
        })
        const responseBody = JSON.stringify(body)
        if (Buffer.byteLength(responseBody) > MAX_RESPONSE_BYTES) {
          throw new GraphqlRequestError(
            400,
            'RESPONSE_TOO_BIG',
            `The response is larger than ${MAX_RESPONSE_BYTES} bytes`,
          )
        }
        reply.code(status).header('x-contentful-graphql-query-cost', cost)
        return reply.type('application/json; charset=utf-8').send(responseBody)
      },
    })
  }

  scope.setErrorHandler((error, _, reply) => {
    const { status, code, message } = toRequestError(error)
    return reply.code(status).send(createErrorBody(code, message))
  })
}

/** An error of a request that is not executed. */
class GraphqlRequestError extends Error {
  readonly status: number
  readonly code: GraphqlErrorCode

  constructor(status: number, code: GraphqlErrorCode, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The token of the `Authorization` header, or of the parameter `access_token`. */
function getAccessToken(request: FastifyRequest): string | undefined {
  const { access_token: token } = z.looseObject({}).parse(request.query)
  return getBearerToken(request) ?? (typeof token === 'string' ? token : undefined)
}

/** Throws unless the token is the delivery or preview token and the path names the local space and environment. */
function authorize(
  request: FastifyRequest<GraphqlRoute>,
  { delivery, preview }: AccessTokens,
  isEnvironment: (id: string) => boolean,
): void {
  const { space, environment = LOCAL_ENVIRONMENT_ID } = request.params
  const token = getAccessToken(request)
  if (token === undefined)
    throw new GraphqlRequestError(401, 'ACCESS_TOKEN_MISSING', 'The header Authorization must contain a token')
  if (token !== delivery && token !== preview) {
    throw new GraphqlRequestError(
      401,
      'ACCESS_TOKEN_INVALID',
      'The access token you sent could not be found or is invalid.',
    )
  }
  if (space !== LOCAL_SPACE_ID) throw new GraphqlRequestError(404, 'UNKNOWN_SPACE', `There is no space "${space}"`)
  if (!isEnvironment(environment)) {
    throw new GraphqlRequestError(404, 'UNKNOWN_ENVIRONMENT', `There is no environment "${environment}"`)
  }
}

/** Converts errors of the content model. Rethrows other errors, for the server's error handler. */
function toRequestError(error: unknown): GraphqlRequestError {
  if (error instanceof GraphqlRequestError) return error
  if (error instanceof CollidingNamesError) return new GraphqlRequestError(422, error.code, error.message)
  throw error
}

/** Parses the query parameters of a GET request. `variables` is JSON. */
function parseGetRequest(query: unknown): unknown {
  const parameters = z.looseObject({}).parse(query)
  return typeof parameters.variables === 'string'
    ? { ...parameters, variables: parseVariables(parameters.variables) }
    : parameters
}

function parseVariables(variables: string): unknown {
  try {
    return JSON.parse(variables)
  } catch {
    throw new GraphqlRequestError(400, 'BAD_REQUEST', 'The parameter variables must be JSON')
  }
}
