import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ENVIRONMENT, SPACE } from '#cms/local/local-space.ts'
import { notFound, RestError } from '#cms/local/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { bearerToken } from '#cms/local/tokens.ts'
import { assetRoutes } from './assets.ts'
import { contentTypeRoutes } from './content-types.ts'
import { editorInterfaceRoutes } from './editor-interfaces.ts'
import { entryRoutes } from './entries.ts'
import { environmentRoutes, spaceRoutes } from './space.ts'
import { uploadRoutes } from './uploads.ts'

/** Contentful's management API and its upload API, which share their paths (contentful.md, Request sequences). */
export async function managementApi(scope: FastifyInstance, { store, token }: { store: Store; token: string }) {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('content-type', 'application/vnd.contentful.management.v1+json')
    if (bearerToken(request) !== token) {
      throw new RestError('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.')
    }
    expectPlace(request.params)
    if (!LISTS.test(request.routeOptions.url ?? '')) expectNoQuery(request.query)
  })
  scope.register(
    async (space) => {
      spaceRoutes(space)
      uploadRoutes(space, store)
    },
    { prefix: '/spaces/:space' },
  )
  scope.register(
    async (environment) => {
      environmentRoutes(environment)
      uploadRoutes(environment, store)
      contentTypeRoutes(environment, store)
      editorInterfaceRoutes(environment, store)
      assetRoutes(environment, store)
      entryRoutes(environment, store)
    },
    { prefix: '/spaces/:space/environments/:environment' },
  )
}

/** Only lists take parameters, and read them themselves. */
const LISTS = /\/(content_types|entries|assets|environments|locales)$/

function expectNoQuery(query: unknown): void {
  const [name] = Object.keys(query ?? {})
  if (name) throw new RestError('InvalidQuery', `The local Contentful does not know the query parameter "${name}" here`)
}

function expectPlace(params: FastifyRequest['params']): void {
  const named = new Map(Object.entries(params ?? {}))
  const space: unknown = named.get('space')
  const environment: unknown = named.get('environment')
  if (space !== SPACE) throw notFound('Space', String(space))
  if (environment !== undefined && environment !== ENVIRONMENT) throw notFound('Environment', String(environment))
}
