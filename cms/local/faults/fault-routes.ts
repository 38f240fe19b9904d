import type { FastifyInstance } from 'fastify'
import { RestError } from '#cms/local/http/rest-error.ts'
import { getBearerToken } from '#cms/local/tokens.ts'
import type { ActiveFaults } from './active-faults.ts'
import { parseFaults } from './fault-settings.ts'

const PATH = '/local/trouble'

/** The switches. They stand outside of CORS and of the trouble itself: no page of another origin gets to them. */
export async function faultRoutes(
  scope: FastifyInstance,
  { trouble, token }: { readonly trouble: ActiveFaults; readonly token: string },
) {
  scope.addHook('onRequest', async (request) => {
    if (getBearerToken(request) !== token)
      throw new RestError(
        'AccessTokenInvalid',
        `${PATH} is switched with the management token: Authorization: Bearer …`,
      )
  })

  scope.get(PATH, async () => trouble.report())

  scope.put(PATH, async ({ body }) => {
    trouble.set(parseFaults(body))
    return trouble.report()
  })

  scope.delete(PATH, async (_, reply) => {
    trouble.set({})
    return reply.code(204).send()
  })

  // Else a browser that asks whether it may would hear what it hears of everything else here.
  scope.options(PATH, async () => {
    throw new RestError('NotFound', `The local Contentful has no OPTIONS ${PATH}`)
  })
}
