import type { FastifyInstance } from 'fastify'
import { getBearerToken } from '#cms/local/http/contentful-apis.ts'
import { RestError } from '#cms/local/http/rest-error.ts'
import type { ActiveFaults } from './active-faults.ts'
import { parseFaults } from './fault-settings.ts'

const PATH = '/local/faults'

/** The fault injection API. It has no CORS headers, so pages of other origins cannot call it, and no faults itself. */
export async function faultRoutes(
  scope: FastifyInstance,
  { faults, token }: { readonly faults: ActiveFaults; readonly token: string },
) {
  scope.addHook('onRequest', async (request) => {
    if (getBearerToken(request) !== token)
      throw new RestError('AccessTokenInvalid', `${PATH} needs the management token: Authorization: Bearer …`)
  })

  scope.get(PATH, async () => faults.report())

  scope.put(PATH, async ({ body }) => {
    faults.set(parseFaults(body))
    return faults.report()
  })

  scope.delete(PATH, async (_, reply) => {
    faults.set({})
    return reply.code(204).send()
  })

  // Without this route the CORS plugin of the other APIs would answer the preflight request.
  scope.options(PATH, async () => {
    throw new RestError('NotFound', `The local Contentful has no OPTIONS ${PATH}`)
  })
}
