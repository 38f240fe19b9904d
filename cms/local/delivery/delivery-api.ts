import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RestError } from '#cms/local/http/rest-error.ts'
import type { Store } from '#cms/local/store/store.ts'
import { getBearerToken } from '#cms/local/tokens.ts'
import { registerContentRoutes } from './content-routes.ts'
import { expectLocalSpace } from './place.ts'
import { registerModelRoutes, toSpaceDocument } from './space-routes.ts'

interface DeliveryOptions {
  readonly store: Store
  readonly token: string
  /** Drafts as they stand, instead of what is published. */
  readonly preview: boolean
}

/** Contentful's delivery API, or its preview API, which has the same paths. */
export async function deliveryApi(scope: FastifyInstance, { store, token, preview }: DeliveryOptions) {
  scope.addHook('onRequest', async (request, reply) => {
    reply.header('content-type', 'application/vnd.contentful.delivery.v1+json')
    if (sentToken(request) !== token) {
      throw new RestError('AccessTokenInvalid', 'The access token you sent could not be found or is invalid.')
    }
    expectLocalSpace(request.params)
  })
  for (const prefix of ['/spaces/:space', '/spaces/:space/environments/:environment']) {
    scope.register(
      async (place) => {
        registerContentRoutes(place, store, preview)
        registerModelRoutes(place, store)
      },
      { prefix },
    )
  }
  scope.register(async (space) => space.get('/', async () => toSpaceDocument(store)), { prefix: '/spaces/:space' })
}

/** In the header, or in the address, where a browser's address bar can name it. Takes it out of the parameters. */
function sentToken(request: FastifyRequest): string | undefined {
  const { access_token: inAddress, ...query } = Object.fromEntries(Object.entries(request.query ?? {}))
  request.query = query
  return getBearerToken(request) ?? (typeof inAddress === 'string' ? inAddress : undefined)
}
